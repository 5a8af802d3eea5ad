#include "codes.hpp"

#include <algorithm>

namespace keypeg {

std::vector<Color> all_codes(const Variant& variant) {
    const auto pegs = static_cast<std::size_t>(variant.pegs);
    std::vector<Color> rows;
    std::vector<Color> code(pegs, 0);
    std::vector<bool> used(static_cast<std::size_t>(variant.colors), false);
    auto place = [&](auto&& self, std::size_t peg) -> void {
        if (peg == pegs) {
            rows.insert(rows.end(), code.begin(), code.end());
            return;
        }
        for (std::size_t color = 0; color < used.size(); ++color) {
            if (!variant.repeats && used[color]) continue;
            used[color] = true;
            code[peg] = static_cast<Color>(color);
            self(self, peg + 1);
            used[color] = false;
        }
    };
    place(place, 0);
    return rows;
}

PackedCodes::PackedCodes(const Variant& variant, Codes codes)
    : count_(codes.count), words_((static_cast<std::size_t>(variant.pegs * variant.colors) + 63) / 64) {
    const auto pegs = static_cast<std::size_t>(variant.pegs);
    const auto colors = static_cast<std::size_t>(variant.colors);
    data_.assign(count_ * 2 * words_, 0);
    std::vector<std::size_t> seen(colors);
    auto set = [](std::uint64_t* words, std::size_t bit) {
        words[bit / 64] |= std::uint64_t{1} << (bit % 64);
    };
    for (std::size_t index = 0; index < count_; ++index) {
        std::uint64_t* one_hot = data_.data() + index * 2 * words_;
        std::fill(seen.begin(), seen.end(), 0);
        for (std::size_t peg = 0; peg < pegs; ++peg) {
            const std::size_t color = codes[index][peg];
            set(one_hot, peg * colors + color);
            set(one_hot + words_, color * pegs + seen[color]++);
        }
    }
}

void score_matrix(const Variant& variant, Codes a, Codes b, Ordinal* out) {
    const PackedCodes rows(variant, a), columns(variant, b);
    for (std::size_t i = 0; i < a.count; ++i)
        for (std::size_t j = 0; j < b.count; ++j) *out++ = score_packed(rows[i], columns[j], rows.words());
}

}  // namespace keypeg
