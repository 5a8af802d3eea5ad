#include "exact_symmetry.hpp"

#include <algorithm>

namespace keypeg {

namespace {

constexpr std::uint64_t kAbsent = 0;  // the hash of colors that no member has, which can all be swapped

// Numbers the hashes 0, 1, 2 ... in their order.
void rank(const std::uint64_t* hashes, std::size_t count, std::uint8_t* ranks) {
    for (std::size_t i = 0; i < count; ++i) {
        int before = 0;
        for (std::size_t j = 0; j < count; ++j)
            before += hashes[j] < hashes[i] || (hashes[j] == hashes[i] && j < i);
        ranks[i] = static_cast<std::uint8_t>(before);
    }
}

// Changes one of the smallest hashes that are equal; returns false if all are different.
bool split_tie(std::uint64_t* hashes, std::size_t count) {
    std::size_t tied = count;
    for (std::size_t i = 0; i < count; ++i) {
        if (hashes[i] == kAbsent || (tied < count && hashes[i] >= hashes[tied])) continue;
        if (std::find(hashes + i + 1, hashes + count, hashes[i]) != hashes + count) tied = i;
    }
    if (tied == count) return false;
    hashes[tied] = scramble(hashes[tied] + 1);
    return true;
}

}  // namespace

//  1. Give pegs and colors hashes that don't depend on their names, and refine them by which colors stand at
//     which pegs.
//  2. While two pegs or two colors have the same hash, change that of one of them. Usually some renaming of
//     the set swaps the two, and then it doesn't matter which is changed.
//  3. Take the order of the hashes as the new names.
Renamed::Renamed(const ExactTables& tables, const Part& set)
    : tables_(tables),
      set_(set),
      pegs_(static_cast<std::size_t>(tables.variant.pegs)),
      colors_(static_cast<std::size_t>(tables.variant.colors)) {
    std::fill_n(peg_hash_.begin(), pegs_, 1);
    std::fill_n(color_hash_.begin(), colors_, 1);
    refine();
    refine();
    while (split_tie(peg_hash_.data(), pegs_) || split_tie(color_hash_.data(), colors_)) refine();
    rank(peg_hash_.data(), pegs_, peg_to_.data());
    rank(color_hash_.data(), colors_, color_to_.data());
    for (int i = 0; i < set.size; ++i) {
        const Color* code = tables.codes[set.members[i]];
        std::uint64_t image = 0;
        for (std::size_t peg = 0; peg < pegs_; ++peg)
            image += scramble((std::uint64_t{color_to_[code[peg]]} + 1) << 8 | peg_to_[peg]);
        image = scramble(image);
        key_ = key_ ^ SetKey{scramble(image + 1), static_cast<std::uint8_t>(image >> 24)};
    }
}

void Renamed::refine() {
    std::array<std::uint64_t, kMostCompiledPegs * std::size_t{kMaxColors}>
        sums;  // of members, by peg and color
    std::fill_n(sums.begin(), pegs_ * colors_, 0);
    for (int i = 0; i < set_.size; ++i) {
        const Color* code = tables_.codes[set_.members[i]];
        std::uint64_t hash = 0;
        for (std::size_t peg = 0; peg < pegs_; ++peg)
            hash += scramble(peg_hash_[peg] + 3 * color_hash_[code[peg]]);
        hash = scramble(hash);
        for (std::size_t peg = 0; peg < pegs_; ++peg) sums[peg * colors_ + code[peg]] += hash;
    }
    PegHashes pegs{};
    ColorHashes colors;
    std::fill_n(colors.begin(), colors_, kAbsent);
    for (std::size_t peg = 0; peg < pegs_; ++peg)
        for (std::size_t color = 0; color < colors_; ++color)
            if (const std::uint64_t sum = sums[peg * colors_ + color]; sum != 0) {
                pegs[peg] += scramble(sum + color_hash_[color]);
                colors[color] += scramble(sum ^ peg_hash_[peg]);
            }
    // The old hashes go into the new ones, so that what has been told apart stays apart.
    for (std::size_t peg = 0; peg < pegs_; ++peg) peg_hash_[peg] = scramble(pegs[peg] + 5 * peg_hash_[peg]);
    for (std::size_t color = 0; color < colors_; ++color)
        color_hash_[color] =
            colors[color] == kAbsent ? kAbsent : scramble(colors[color] + 5 * color_hash_[color]);
}

std::uint16_t Renamed::forth(std::uint16_t guess) const {
    Color row[kMostCompiledPegs];
    for (std::size_t peg = 0; peg < pegs_; ++peg) row[peg_to_[peg]] = color_to_[tables_.codes[guess][peg]];
    return tables_.index_of(row);
}

std::uint16_t Renamed::back(std::uint16_t guess) const {
    Color row[kMostCompiledPegs];
    for (std::size_t peg = 0; peg < pegs_; ++peg)
        row[peg] = static_cast<Color>(
            std::find(color_to_.begin(), color_to_.begin() + colors_, tables_.codes[guess][peg_to_[peg]]) -
            color_to_.begin());
    return tables_.index_of(row);
}

}  // namespace keypeg
