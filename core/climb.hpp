// A good guess at any size: local search over guesses, which are judged by how they split a sample of the
// candidates; once all candidates are known and few, the rest of the game is played out.
#pragma once

#include <cstdint>
#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"

namespace keypeg {

struct Climb {
    std::uint64_t evaluations;  // how many guesses to judge by 1,000 candidates each; more if by fewer
    double seconds;             // time limit, or 0 for none
    std::uint64_t seed;
};

// Returns the best guess found for the candidates in `sample`, which are all of them if `complete`.
std::vector<Color> climb(const Variant& variant, Codes sample, bool complete, const Climb& effort,
                         const Watch& watch);

}  // namespace keypeg
