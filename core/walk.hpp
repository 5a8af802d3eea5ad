// Candidates of any size by random walks: draws close to uniform, how many there are, and the code that comes
// nearest to fitting where none is found.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "search.hpp"

namespace keypeg {

struct Walked {
    std::vector<Color> rows;     // candidates, each as often as it came
    bool exhausted = false;      // whether they came so often that there are hardly others
    std::vector<Color> nearest;  // the code with the least distance that was seen
    int distance = 0;            // of that code
    double log_count = 0;        // natural logarithm of the estimated number of candidates, if any was found
    double log_error =
        HUGE_VAL;  // standard error of that; infinite where the walk was too short for an estimate
};

// Draws up to `count` codes that fit every turn within about `steps` steps of some 15 ns. It ends sooner
// where it seems certain that there are no more than `few`: those are for a search to list.
//
// How far a code is from fitting is its distance: the sum, over all turns, of how many blacks and how many
// matches its answer is off. Walkers change a peg or exchange two at a time; at coldness b a step is taken so
// that, in the long run, codes come with a chance in proportion to exp(-b distance) (Metropolis). Whatever b
// is, candidates have distance 0 and thus the same chance each: what is left of non-uniformity is that a walk
// is finite. There is a ladder of coldnesses from 0 up, each with a walker, and neighbors change places by
// the rule that keeps these chances (replica exchange), so that a walker that is stuck gets warm and comes
// down elsewhere.
Walked walk_candidates(const Variant& variant, const Turns& turns, std::size_t count, std::uint64_t steps,
                       std::uint64_t seed, double few, const Watch& watch);

}  // namespace keypeg
