// Candidates without a list: depth-first search over the pegs, cut by what every turn's answer still allows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"

namespace keypeg {

// Turns as the core sees them: guesses with the blacks and the total of their answers.
struct Turns {
    Codes guesses;
    const std::uint8_t* blacks;
    const std::uint8_t* totals;
};

struct SearchLimits {
    std::uint64_t candidates;  // stop after so many
    std::uint64_t nodes;       // stop after so much work
};

struct Found {
    std::vector<Color> rows;
    std::uint64_t count = 0;
    bool complete = false;  // false where a limit ended the search
};

// Lists the codes that fit every turn in lexicographic order, starting behind `after` if that is given. Where
// `keep` is false they are only counted.
Found find_candidates(const Variant& variant, const Turns& turns, const Color* after, SearchLimits limits,
                      bool keep, const Watch& watch);

}  // namespace keypeg
