// How guesses split a set of candidates: bit planes and the sizes of the parts.
#pragma once

#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"
#include "kernels.hpp"

namespace keypeg {

struct alignas(64) CacheLine {
    std::uint64_t words[kBlockWords];
};

// The planes (kernels.hpp) of a set of candidates, cut into blocks that fit the processor's cache.
class Planes {
  public:
    Planes(const Variant& variant, Codes candidates);

    // The same for codes given by number, where a table has the planes that each code selects.
    Planes(const Variant& variant, const PlaneIndex* selected, const std::uint16_t* candidates,
           std::size_t count);

    std::size_t count() const { return count_; }
    std::size_t blocks() const { return (words_ + block_words_ - 1) / block_words_; }
    PlaneBlock block(std::size_t index) const;
    std::size_t block_words() const { return block_words_; }

    // Writes the 2 x pegs planes that the guess selects.
    void planes_of(const Color* guess, PlaneIndex* out) const;

  private:
    Planes(const Variant& variant, std::size_t count);  // empty planes

    std::uint64_t* word_of(std::size_t candidate) {
        const std::size_t word = candidate / 64;
        return data_[0].words + word / block_words_ * block_size_ + word % block_words_;
    }
    std::size_t black_plane(int peg, Color color) const {
        return static_cast<std::size_t>(peg * variant_.colors + color);
    }
    std::size_t total_plane(Color color, int times) const {
        return static_cast<std::size_t>(variant_.pegs * variant_.colors + color * depth_ + times);
    }

    Variant variant_;
    int depth_;  // how often a color can occur in a code
    std::size_t count_, words_, block_words_;
    std::size_t block_size_;  // words of all planes of a block
    std::vector<CacheLine> data_;
};

// Writes the sizes of the parts, a row of variant.slots() numbers for each guess.
void partition_sizes(const Variant& variant, Codes guesses, const Planes& candidates, std::uint32_t* out);

// The same on several threads.
void partition_sizes_shared(const Variant& variant, Codes guesses, Codes candidates, int threads,
                            const Watch& watch, std::uint32_t* out);

}  // namespace keypeg
