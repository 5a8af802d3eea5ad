// How first guesses split all codes, worked out without listing them.
#pragma once

#include <vector>

#include "codes.hpp"

namespace keypeg {

inline constexpr int kMaxOpeningPegs = 24;  // with more there are thousands of kinds of guesses

// Returns for each guess how many of all codes give each feedback, a row of variant.slots() numbers. The
// variant allows repeats and has at most kMaxOpeningPegs pegs. The numbers are exact while sums of them fit a
// double, and good to about ten digits of their total otherwise. Guesses in lexicographic order share work.
std::vector<double> opening_sizes(const Variant& variant, Codes guesses);

}  // namespace keypeg
