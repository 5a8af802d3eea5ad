// The innermost loops, compiled once for each instruction set (kernels.cpp) and chosen at run time
// (dispatch.cpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace keypeg {

// Candidates as bit planes: bit j of a plane says something about candidate j. For each peg and color there
// is a plane "has this color at this peg", and for each color and k a plane "has at least k pegs of this
// color". The blacks of a guess against all candidates are then the sum of `pegs` planes of the first kind,
// and the totals the sum of `pegs` planes of the second. Both are added bit-sliced, hundreds of candidates in
// one instruction.
struct PlaneBlock {
    const std::uint64_t* planes;  // plane k starts at planes + k * stride
    std::size_t stride;           // in words; a multiple of kBlockWords
    std::size_t words;            // words that hold candidates
};

inline constexpr std::size_t kBlockWords = 8;  // 512 bits, the widest vector

using PlaneIndex = std::uint16_t;

// The ordinals of the feedbacks of each two of some candidates, row by row.
struct Relatives {
    const std::uint8_t* feedback;
    std::size_t count;
};

struct Kernels {
    static constexpr std::size_t kLanes = 64;  // games that score_games scores together
    static constexpr int kTiny = 16;           // candidates that own_parts compares with each other
    static constexpr int kMostSifted = 512;    // candidates that sift counts

    const char* name;

    // For each guess, given as its `pegs` black planes and then its `pegs` total planes, adds to its row of
    // `counts` how many candidates of the block give each feedback. Lanes without a candidate count as
    // feedback 0. Returns how many lanes were counted (the same for each guess), so that the caller can
    // subtract those.
    std::size_t (*count_parts)(int pegs, const PlaneBlock& block, const PlaneIndex* guesses,
                               std::size_t guess_count, std::uint32_t* counts);

    // The reverse, for small sets of candidates: the lanes are guesses, and each candidate is given as the
    // planes that it selects. Writes the number of parts of each guess, bit-sliced: part_bits(pegs) planes of
    // block.stride words each. Returns the largest number, or `most` if that is larger; with more than
    // kMostCompiledPegs pegs, returns 0 and writes nothing.
    int (*count_distinct)(int pegs, const PlaneBlock& block, const PlaneIndex* candidates,
                          std::size_t candidate_count, std::uint64_t* planes, int most);

    // The same lanes and candidates, up to kMostSifted. Writes what each guess costs at least by the sizes of
    // its parts, bit-sliced: kCostBits planes of block.stride words each. A guess that makes k parts costs
    // three for each candidate, less k and less one if it may win, and one more for each candidate by which a
    // part exceeds `full`.
    void (*sift)(int pegs, const PlaneBlock& block, const PlaneIndex* candidates, std::size_t candidate_count,
                 int full, std::uint64_t* costs);

    // The same, but a lane stands for all guesses with its colors, whatever their places: only the totals are
    // counted, and the candidates with the same total count as told apart as evenly as they can be.
    void (*sift_colors)(int pegs, const PlaneBlock& block, const PlaneIndex* candidates,
                        std::size_t candidate_count, int full, std::uint64_t* costs);

    // The same as sift, and one more for each part of up to `full` candidates none of which tells all others
    // apart. `scratch` has room for count * sifted_words(pegs) words.
    void (*sift_members)(int pegs, const PlaneBlock& block, const PlaneIndex* candidates,
                         const Relatives& relatives, int full, std::uint64_t* scratch, std::uint64_t* costs);

    // Writes the ordinal of the feedback of each two members of a set; codes as in own_parts.
    void (*relate)(const std::uint64_t* packed, const std::uint16_t* members, std::size_t count,
                   std::uint8_t* feedback);

    // Splits a set of up to 64 candidates, given as planes of one word each, by a guess: writes the part of
    // each feedback as a mask, with its size, and returns the number of parts. `all` has a bit for each
    // candidate.
    int (*split_small)(int pegs, const std::uint64_t* planes, const PlaneIndex* guess, std::uint64_t all,
                       std::uint64_t* masks, std::uint8_t* sizes);

    // Returns the most parts that a member of a set of up to kTiny makes of it. The codes are packed as in
    // PackedCodes, in one word of each kind, and have at most kMostCompiledPegs pegs.
    int (*own_parts)(const std::uint64_t* packed, const std::uint16_t* members, int count);

    // Scores kLanes guesses, each against a secret of its own. Codes are columns: the color at a peg is
    // kLanes bytes after that at the peg before. Writes the blacks, the totals, and how often the commonest
    // color of each guess occurs in it.
    void (*score_games)(int pegs, int colors, const std::uint8_t* secrets, const std::uint8_t* guesses,
                        std::uint8_t* blacks, std::uint8_t* totals, std::uint8_t* most);

    // Of the lanes of a block given as bits in `from`, writes those that have this feedback to a guess, given
    // as in count_parts, and returns how many there are. `from` and `to`, which may be the same, have
    // block.words words, rounded up to whole vectors.
    std::uint32_t (*keep_consistent)(int pegs, const PlaneBlock& block, const PlaneIndex* guess, int blacks,
                                     int total, const std::uint64_t* from, std::uint64_t* to);
};

inline constexpr int kMostCompiledPegs = 10;

// How many bits the number of parts needs.
inline constexpr int part_bits(int pegs) {
    int bits = 0;
    for (int slots = (pegs + 1) * (pegs + 2) / 2; slots > 0; slots /= 2) ++bits;
    return bits;
}

inline constexpr int kCostBits = 12;

// How many words sift_members needs for each candidate.
inline constexpr std::size_t sifted_words(int pegs) {
    std::size_t bits = 0;
    for (; pegs > 0; pegs /= 2) ++bits;
    return 2 * bits * kBlockWords;
}

extern const Kernels kernels_plain, kernels_neon, kernels_avx2, kernels_avx512bw, kernels_avx512;

}  // namespace keypeg
