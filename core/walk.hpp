// Candidates by random walks, at any size: nearly uniform draws, an estimate of how many there are, and the
// code that comes nearest to being one where none is found.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "search.hpp"

namespace keypeg {

struct Walked {
    std::vector<Color> rows;      // candidates, each as often as it was drawn
    bool exhausted = false;       // whether they came so often that others are unlikely
    std::vector<Color> nearest;   // the code with the smallest distance seen
    int distance = 0;             // of that code
    double log_count = 0;         // natural logarithm of the estimated number of candidates, if any was found
    double log_error = HUGE_VAL;  // its standard error; infinite if the walk was too short for an estimate
};

// Draws up to `count` candidates within about `steps` steps of some 15 ns each. It ends early if it seems
// certain that there are no more than `few`: those are better listed by a search.
//
// The distance of a code is the sum, over all turns, of how many blacks and how many matches its feedback is
// off. A walker changes one peg or exchanges two at a time; at coldness b, steps are accepted so that in the
// long run each code comes up in proportion to exp(-b distance) (Metropolis). Candidates have distance 0, so
// they all come up equally often, whatever b is; only because a walk is finite are the draws not perfectly
// uniform. There is a ladder of coldnesses from 0 up with one walker on each rung, and neighbors change
// places by the rule that preserves these proportions (replica exchange), so that a walker that is stuck
// warms up and comes down elsewhere.
Walked walk_candidates(const Variant& variant, const Turns& turns, std::size_t count, std::uint64_t steps,
                       std::uint64_t seed, double few, const Watch& watch);

}  // namespace keypeg
