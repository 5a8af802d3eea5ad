// What many codes cost at least as guesses by the sizes of their parts, counted at once.
#pragma once

#include <cstdint>
#include <vector>

#include "partition.hpp"
#include "sets.hpp"

namespace keypeg {

// Numbers of kCostBits bits for the lanes of some words, bit-sliced block by block as the kernels write them.
class Costs {
  public:
    // Returns where the numbers of the blocks go, kCostBits * block_words words each.
    std::uint64_t* room_for(std::size_t block_words, std::size_t blocks = 1) {
        stride_ = block_words;
        const std::size_t lines = kCostBits * block_words / kBlockWords * blocks;
        if (planes_.size() < lines) planes_.resize(lines);
        return planes_[0].words;
    }
    std::uint64_t below(int cost, std::size_t word) const;
    int at(std::size_t lane) const;
    // Returns the least number of any lane that is not below `from`; kNoTotal if there is none.
    int least(std::size_t words, int from = 0) const;

  private:
    const std::uint64_t* lowest_bits(std::size_t word) const {
        return planes_[0].words + word / stride_ * stride_ * kCostBits + word % stride_;
    }

    std::size_t stride_ = 0;  // in words, from bit to bit
    std::vector<CacheLine> planes_;
};

// Goes through the codes in the order of what they cost at least by their colors alone, and counts the sizes
// of their parts until no other code can cost less than some number. For sets of up to kMostSifted.
class Sieve {
  public:
    explicit Sieve(const ExactTables& tables) : tables_(tables) {}

    // Returns what the cheapest code costs by the sizes of its parts, or `below` if none costs less. No guess
    // leaves more than `branches` parts besides the win.
    int least(const Part& set, int branches, int below);

    // Lists as a mask the codes that cost less than `below`, and returns what the others cost at least.
    int list(const Part& set, int branches, int below, std::uint64_t* codes);

    // Raises the bounds of guesses by their parts without a member that tells all others apart: such a part
    // of m costs at least 2 m. (Larger sets, and codes that are packed in more than one word, are left
    // alone.)
    void raise_by_members(const Part& set, int branches, std::vector<Ranked>& guesses);

  private:
    static constexpr std::size_t kChunk = kBlockWords;  // words that are counted together

    template <class See>
    void go_through(const Part& set, int branches, int& below, See&& see);
    void count(const Part& set, int branches);
    void select(const Part& set);

    const ExactTables& tables_;
    std::vector<PlaneIndex> selected_;    // by each member
    Costs by_colors_;                     // of each kind
    std::vector<bool> is_taken_;          // of each word
    std::vector<std::uint16_t> chunk_;    // words
    std::vector<CacheLine> planes_;       // of the chunk,
    Costs costs_;                         // and what its codes cost
    std::vector<std::uint8_t> feedback_;  // of each two members
    std::vector<CacheLine> scratch_;
    std::vector<std::uint16_t> batch_;  // codes
};

}  // namespace keypeg
