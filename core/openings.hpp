// How first guesses split all codes, computed without listing them.
#pragma once

#include <vector>

#include "codes.hpp"

namespace keypeg {

inline constexpr int kMaxOpeningPegs = 24;  // with more there are thousands of kinds of guesses

// Returns how many of all codes give each feedback, a row of variant.slots() numbers for each guess. The
// variant must allow repeats and have at most kMaxOpeningPegs pegs. The numbers are exact as long as their
// sums fit a double, and otherwise good to about ten digits of the total. Guesses in lexicographic order
// share work.
std::vector<double> opening_sizes(const Variant& variant, Codes guesses);

}  // namespace keypeg
