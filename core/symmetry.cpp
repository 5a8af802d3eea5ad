#include "symmetry.hpp"

#include <algorithm>

namespace keypeg {

namespace {

constexpr int kFree = -1;                     // a color in no earlier guess
constexpr std::size_t kMostRenamings = 5040;  // no more are tried: seven pegs in any order

// A renaming that fixes every earlier guess: where each peg of the image comes from, and what the colors of
// the earlier guesses become. All other colors can be renamed freely among themselves.
struct Renaming {
    std::vector<std::size_t> source;
    std::vector<int> color;
};

class Symmetry {
  public:
    Symmetry(const Variant& variant, Codes earlier)
        : pegs_(static_cast<std::size_t>(variant.pegs)),
          colors_(static_cast<std::size_t>(variant.colors)),
          earlier_(earlier),
          named_(colors_, false) {
        for (std::size_t e = 0; e < earlier.count; ++e)
            for (std::size_t peg = 0; peg < pegs_; ++peg) named_[earlier[e][peg]] = true;
        Renaming empty{{}, std::vector<int>(colors_, kFree)};
        std::vector<bool> taken(pegs_, false), reached(colors_, false);
        collect(empty, taken, reached);
    }

    // Returns whether some renaming makes a smaller code.
    bool can_shrink(const Color* code) const {
        return std::any_of(renamings_.begin(), renamings_.end(),
                           [&](const Renaming& renaming) { return shrinks(renaming, code); });
    }

    bool is_named(std::size_t color) const { return named_[color]; }

  private:
    // Extends the renaming peg by peg while it can still map every earlier guess onto itself.
    void collect(Renaming& renaming, std::vector<bool>& taken, std::vector<bool>& reached) {
        if (renamings_.size() == kMostRenamings) return;
        const std::size_t peg = renaming.source.size();
        if (peg == pegs_) {
            renamings_.push_back(renaming);
            return;
        }
        for (std::size_t from = 0; from < pegs_; ++from) {
            if (taken[from]) continue;
            const Renaming before = renaming;
            const std::vector<bool> reached_before = reached;
            if (rename_colors(renaming, reached, from, peg)) {
                taken[from] = true;
                renaming.source.push_back(from);
                collect(renaming, taken, reached);
                taken[from] = false;
            }
            renaming = before;
            reached = reached_before;
        }
    }

    // Renames, for each earlier guess, its color at peg `from` to its color at peg `to`; returns false if
    // that is impossible.
    bool rename_colors(Renaming& renaming, std::vector<bool>& reached, std::size_t from,
                       std::size_t to) const {
        for (std::size_t e = 0; e < earlier_.count; ++e) {
            const std::size_t old_color = earlier_[e][from], new_color = earlier_[e][to];
            if (renaming.color[old_color] == static_cast<int>(new_color)) continue;
            if (renaming.color[old_color] != kFree || reached[new_color]) return false;
            renaming.color[old_color] = static_cast<int>(new_color);
            reached[new_color] = true;
        }
        return true;
    }

    bool shrinks(const Renaming& renaming, const Color* code) const {
        int fresh[kMaxColors +
                  1];  // what the free colors of this code become: the smallest, in order of appearance
        std::fill(fresh, fresh + colors_, kFree);
        std::size_t next_free = 0;
        for (std::size_t peg = 0; peg < pegs_; ++peg) {
            const std::size_t old_color = code[renaming.source[peg]];
            int color = renaming.color[old_color];
            if (color == kFree && (color = fresh[old_color]) == kFree) {
                while (named_[next_free]) ++next_free;
                color = fresh[old_color] = static_cast<int>(next_free++);
            }
            if (color != code[peg]) return color < code[peg];
        }
        return false;
    }

    std::size_t pegs_, colors_;
    Codes earlier_;
    std::vector<bool> named_;
    std::vector<Renaming> renamings_;
};

// Without earlier guesses a class is given by how often the colors occur in the code. Its smallest code has
// the most frequent color first, and longer runs make smaller codes: 1111, 1112, 1122, 1123, 1234.
void append_partitions(const Variant& variant, std::vector<Color>& code, int most, int color,
                       std::vector<Color>& rows) {
    const int left = variant.pegs - static_cast<int>(code.size());
    if (left == 0) rows.insert(rows.end(), code.begin(), code.end());
    if (left == 0 || color == variant.colors) return;
    for (int times = std::min(most, left); times >= 1; --times) {
        code.insert(code.end(), static_cast<std::size_t>(times), static_cast<Color>(color));
        append_partitions(variant, code, times, color + 1, rows);
        code.resize(code.size() - static_cast<std::size_t>(times));
    }
}

}  // namespace

std::vector<Color> class_representatives(const Variant& variant, Codes earlier, const Watch& watch) {
    std::vector<Color> rows;
    std::vector<Color> code;
    if (earlier.count == 0) {
        append_partitions(variant, code, variant.repeats ? variant.pegs : 1, 0, rows);
        return rows;
    }
    const Symmetry symmetry(variant, earlier);
    const auto colors = static_cast<std::size_t>(variant.colors);
    std::vector<int> used(colors, 0);
    std::size_t tried = 0;
    // Free colors are interchangeable: each new one must be the smallest not used yet.
    auto extend = [&](auto&& self) -> void {
        if (code.size() == static_cast<std::size_t>(variant.pegs)) {
            if (++tried % 4096 == 0 && watch && !watch(0, 0)) throw Interrupted{};
            if (!symmetry.can_shrink(code.data())) rows.insert(rows.end(), code.begin(), code.end());
            return;
        }
        bool had_new = false;
        for (std::size_t color = 0; color < colors; ++color) {
            const bool is_new = !symmetry.is_named(color) && used[color] == 0;
            if ((is_new && had_new) || (!variant.repeats && used[color] > 0)) continue;
            had_new = had_new || is_new;
            ++used[color];
            code.push_back(static_cast<Color>(color));
            self(self);
            code.pop_back();
            --used[color];
        }
    };
    extend(extend);
    return rows;
}

std::vector<Color> distinct_codes(const Variant& variant, Codes earlier, Codes codes) {
    if (earlier.count == 0) return class_representatives(variant, earlier, {});
    const Symmetry symmetry(variant, earlier);
    std::vector<Color> rows;
    for (std::size_t i = 0; i < codes.count; ++i)
        if (!symmetry.can_shrink(codes[i])) rows.insert(rows.end(), codes[i], codes[i + 1]);
    return rows;
}

}  // namespace keypeg
