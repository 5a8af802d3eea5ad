#include "partition.hpp"

#include <algorithm>

namespace keypeg {

namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;  // half of a typical second-level cache

std::size_t round_up(std::size_t value, std::size_t step) {
    return (value + step - 1) / step * step;
}

}  // namespace

Planes::Planes(const Variant& variant, std::size_t count)
    : variant_(variant), depth_(variant.repeats ? variant.pegs : 1), count_(count) {
    const auto planes = static_cast<std::size_t>(variant.colors * (variant.pegs + depth_));
    words_ = round_up(std::max<std::size_t>(count_, 1), 64) / 64;
    block_words_ = std::max(kBlockBytes / 8 / planes / kBlockWords * kBlockWords, kBlockWords);
    block_words_ = std::min(block_words_, round_up(words_, kBlockWords));
    block_size_ = planes * block_words_;
    data_.assign(block_size_ * blocks() / kBlockWords, CacheLine{});
}

Planes::Planes(const Variant& variant, Codes candidates) : Planes(variant, candidates.count) {
    std::vector<int> seen(static_cast<std::size_t>(variant.colors));
    for (std::size_t j = 0; j < count_; ++j) {
        std::uint64_t* base = word_of(j);
        const std::uint64_t bit = std::uint64_t{1} << (j % 64);
        std::fill(seen.begin(), seen.end(), 0);
        for (int peg = 0; peg < variant.pegs; ++peg) {
            const Color color = candidates[j][peg];
            base[black_plane(peg, color) * block_words_] |= bit;
            base[total_plane(color, seen[color]++) * block_words_] |= bit;
        }
    }
}

Planes::Planes(const Variant& variant, const PlaneIndex* selected, const std::uint16_t* candidates,
               std::size_t count)
    : Planes(variant, count) {
    const auto width = static_cast<std::size_t>(2 * variant.pegs);
    for (std::size_t j = 0; j < count; ++j) {
        std::uint64_t* base = word_of(j);
        const PlaneIndex* planes = selected + candidates[j] * width;
        for (std::size_t k = 0; k < width; ++k)
            base[planes[k] * block_words_] |= std::uint64_t{1} << (j % 64);
    }
}

PlaneBlock Planes::block(std::size_t index) const {
    return {data_[0].words + index * block_size_, block_words_,
            std::min(words_ - index * block_words_, block_words_)};
}

void Planes::planes_of(const Color* guess, PlaneIndex* out) const {
    for (int peg = 0; peg < variant_.pegs; ++peg) {
        int before = 0;  // pegs of the same color further left
        for (int other = 0; other < peg; ++other) before += guess[other] == guess[peg];
        out[peg] = static_cast<PlaneIndex>(black_plane(peg, guess[peg]));
        out[variant_.pegs + peg] = static_cast<PlaneIndex>(total_plane(guess[peg], before));
    }
}

void partition_sizes(const Variant& variant, Codes guesses, const Planes& candidates, std::uint32_t* out) {
    const auto slots = static_cast<std::size_t>(variant.slots());
    const auto width = static_cast<std::size_t>(2 * variant.pegs);
    std::vector<PlaneIndex> selected(guesses.count * width);
    for (std::size_t g = 0; g < guesses.count; ++g)
        candidates.planes_of(guesses[g], selected.data() + g * width);
    std::fill(out, out + guesses.count * slots, 0);
    std::size_t lanes = 0;
    for (std::size_t b = 0; b < candidates.blocks(); ++b)
        lanes +=
            kernels().count_parts(variant.pegs, candidates.block(b), selected.data(), guesses.count, out);
    for (std::size_t g = 0; g < guesses.count; ++g)
        out[g * slots] -= static_cast<std::uint32_t>(lanes - candidates.count());
}

void partition_sizes_shared(const Variant& variant, Codes guesses, Codes candidates, int threads,
                            const Watch& watch, std::uint32_t* out) {
    constexpr std::size_t kBatch = 256;            // guesses one thread takes at a time
    constexpr std::size_t kLongWork = 20'000'000;  // pairs; they take about as long as starting threads
    const Planes planes(variant, candidates);
    const auto slots = static_cast<std::size_t>(variant.slots());
    share_work((guesses.count + kBatch - 1) / kBatch, threads, guesses.count * candidates.count > kLongWork,
               [&](std::size_t batch, const Stop&) {
                   const std::size_t first = batch * kBatch;
                   const std::size_t count = std::min(kBatch, guesses.count - first);
                   partition_sizes(variant, {guesses[first], count, guesses.pegs}, planes,
                                   out + first * slots);
               },
               watch);
}

}  // namespace keypeg
