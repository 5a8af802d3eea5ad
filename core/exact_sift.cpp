#include "exact_sift.hpp"

#include <algorithm>
#include <bit>

namespace keypeg {

std::uint64_t Costs::below(int cost, std::size_t word) const {
    if (cost >> kCostBits != 0) return ~std::uint64_t{0};  // more than any lane can say
    const std::uint64_t* plane = lowest_bits(word);
    std::uint64_t is_below = 0;  // from the lowest bit up: higher bits override lower ones
    for (int k = 0; k < kCostBits; ++k, plane += stride_)
        is_below = (cost >> k & 1) ? is_below | ~*plane : is_below & ~*plane;
    return is_below;
}

int Costs::at(std::size_t lane) const {
    const std::uint64_t* plane = lowest_bits(lane / 64);
    int number = 0;
    for (int k = 0; k < kCostBits; ++k, plane += stride_)
        number |= static_cast<int>(*plane >> (lane % 64) & 1) << k;
    return number;
}

int Costs::least(std::size_t words, int from) const {
    int least = 1 << kCostBits;
    for (std::size_t word = 0; word < words; ++word) {
        std::uint64_t lanes = ~below(from, word);
        if (lanes == 0 || (least < 1 << kCostBits && !(lanes & below(least, word)))) continue;
        least = 0;
        for (int k = kCostBits; k-- > 0;) {
            const std::uint64_t plane = lowest_bits(word)[static_cast<std::size_t>(k) * stride_];
            if (const std::uint64_t smaller = lanes & ~plane)
                lanes = smaller;
            else
                least |= 1 << k;
        }
    }
    return least < 1 << kCostBits ? least : kNoTotal;
}

int Sieve::least(const Part& set, int branches, int below) {
    go_through(set, branches, below, [&] { below = std::min(below, costs_.least(chunk_.size())); });
    return below;
}

int Sieve::list(const Part& set, int branches, int below, std::uint64_t* codes) {
    std::fill(codes, codes + tables_.words, 0);
    int least = kNoTotal;
    go_through(set, branches, below, [&] {
        least = std::min(least, costs_.least(chunk_.size(), below));
        for (std::size_t i = 0; i < chunk_.size(); ++i)
            for (std::uint64_t mask = costs_.below(below, i); mask != 0; mask &= mask - 1) {
                const std::size_t lane =
                    chunk_[i] * std::size_t{64} + static_cast<std::size_t>(std::countr_zero(mask));
                const Member code = tables_.by_colors.lanes[lane];
                codes[code / 64] |= std::uint64_t{1} << (code % 64);
            }
    });
    const Planes& kinds = *tables_.by_colors.planes_of_kinds;
    return std::min(least, by_colors_.least((kinds.count() + 63) / 64, below));
}

// Calls `see` for each chunk of codes that may cost less than `below`, which it may lower.
template <class See>
void Sieve::go_through(const Part& set, int branches, int& below, See&& see) {
    const CodesByColors& codes = tables_.by_colors;
    const Planes& kinds = *codes.planes_of_kinds;
    const std::size_t words = (kinds.count() + 63) / 64;
    select(set);
    std::uint64_t* costs = by_colors_.room_for(kinds.block_words(), kinds.blocks());
    for (std::size_t b = 0; b < kinds.blocks(); ++b)
        kernels().sift_colors(tables_.variant.pegs, kinds.block(b), selected_.data(),
                              static_cast<std::size_t>(set.size), branches + 1,
                              costs + b * kinds.block_words() * kCostBits);
    is_taken_.assign(codes.words(), false);
    chunk_.clear();
    const auto finish = [&] {
        count(set, branches);
        see();
        chunk_.clear();
    };
    for (int cost = by_colors_.least(words); cost < below; cost = by_colors_.least(words, cost + 1))
        for (std::size_t word = 0; word < words; ++word)
            for (std::uint64_t mask = by_colors_.below(cost + 1, word) & ~by_colors_.below(cost, word);
                 mask != 0; mask &= mask - 1) {
                const std::size_t number = word * 64 + static_cast<std::size_t>(std::countr_zero(mask));
                if (number >= kinds.count()) break;
                for (std::uint16_t w = codes.kinds[number].word; w < codes.kinds[number].end; ++w) {
                    if (is_taken_[w]) continue;
                    is_taken_[w] = true;
                    chunk_.push_back(w);
                    if (chunk_.size() == kChunk) finish();
                }
            }
    if (!chunk_.empty()) finish();
}

// Lists the planes that each member selects.
void Sieve::select(const Part& set) {
    selected_.clear();
    for (int i = 0; i < set.size; ++i)
        selected_.insert(selected_.end(), tables_.planes_of(set.members[i]),
                         tables_.planes_of(set.members[i]) + tables_.width);
}

void Sieve::raise_by_members(const Part& set, int branches, std::vector<Ranked>& guesses) {
    const auto size = static_cast<std::size_t>(set.size);
    if (set.size > Kernels::kMostSifted || tables_.packed.words() != 1) return;
    select(set);
    feedback_.resize(size * size);
    kernels().relate(tables_.packed[0], set.members, size, feedback_.data());
    scratch_.resize(size * sifted_words(tables_.variant.pegs) / kBlockWords);
    for (std::size_t first = 0; first < guesses.size(); first += 64 * kChunk) {
        const std::size_t end = std::min(guesses.size(), first + 64 * kChunk);
        batch_.clear();
        for (std::size_t i = first; i < end; ++i) batch_.push_back(guesses[i].guess);
        const Planes planes(tables_.variant, tables_.selected.data(), batch_.data(), batch_.size());
        kernels().sift_members(tables_.variant.pegs, planes.block(0), selected_.data(),
                               {feedback_.data(), size}, branches + 1, scratch_[0].words,
                               costs_.room_for(planes.block_words()));
        for (std::size_t i = first; i < end; ++i)
            guesses[i].bound = std::max(guesses[i].bound, costs_.at(i - first));
    }
}

// Counts the parts that the codes of the chunk make.
void Sieve::count(const Part& set, int branches) {
    const std::size_t planes = tables_.by_colors.plane_count;
    planes_.resize(planes);
    for (std::size_t i = 0; i < chunk_.size(); ++i) {
        const std::uint64_t* from = tables_.by_colors.planes_of(chunk_[i]);
        for (std::size_t k = 0; k < planes; ++k) planes_[k].words[i] = from[k];
    }
    const PlaneBlock block{planes_[0].words, kChunk, chunk_.size()};
    kernels().sift(tables_.variant.pegs, block, selected_.data(), static_cast<std::size_t>(set.size),
                   branches + 1, costs_.room_for(kChunk));
}

}  // namespace keypeg
