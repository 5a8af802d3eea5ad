// Strategy trees: a strategy written out for every candidate.
#pragma once

#include <vector>

#include "chooser.hpp"

namespace keypeg {

// The nodes of a tree; each is a guess. A parent comes before its children, and the first node is the root.
struct TreeNodes {
    std::vector<Color> guesses;          // one row per node
    std::vector<std::uint32_t> parents;  // the root's is 0
    std::vector<Ordinal> feedbacks;      // the parent's feedback that leads here; the root's is 0
    std::vector<std::uint8_t> wins;      // whether the guess is a candidate here
};

// Writes out the scorer's one-step strategy from a position: `earlier` are its guesses, `candidates` what
// they left. `first`, if given, is the first guess. The tree doesn't depend on the number of threads.
TreeNodes grow_tree(const Chooser& chooser, const Scorer& scorer, Codes earlier, Codes candidates,
                    const Color* first, int threads, const Watch& watch);

}  // namespace keypeg
