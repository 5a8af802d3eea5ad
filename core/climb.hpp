// A good guess at any size: local search over guesses, judged by how they split a sample of the candidates,
// and a look at the whole rest of the game once all candidates are at hand and few.
#pragma once

#include <cstdint>
#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"

namespace keypeg {

struct Climb {
    std::uint64_t evaluations;  // guesses judged by a thousand candidates before it stops; by fewer, more
    double seconds;             // time after which it stops, or 0 for no such limit
    std::uint64_t seed;
};

// Returns the best guess found for the candidates in `sample`, which are all there are if `complete`.
std::vector<Color> climb(const Variant& variant, Codes sample, bool complete, const Climb& effort,
                         const Watch& watch);

}  // namespace keypeg
