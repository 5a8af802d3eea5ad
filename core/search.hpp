// Candidates without a list of all codes: depth-first search over the pegs, cut off by what the feedback of
// every turn still allows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"

namespace keypeg {

// Turns as the core sees them: guesses with the blacks and the total of their feedback.
struct Turns {
    Codes guesses;
    const std::uint8_t* blacks;
    const std::uint8_t* totals;
};

struct SearchLimits {
    std::uint64_t candidates;  // stop after this many
    std::uint64_t nodes;       // stop after placing this many pegs
};

struct Found {
    std::vector<Color> rows;
    std::uint64_t count = 0;
    bool complete = false;  // false if a limit ended the search
};

// Lists the codes consistent with every turn in lexicographic order, starting after `after` if that is given.
// If `keep` is false they are only counted.
Found find_candidates(const Variant& variant, const Turns& turns, const Color* after, SearchLimits limits,
                      bool keep, const Watch& watch);

}  // namespace keypeg
