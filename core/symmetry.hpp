// Guesses that are equal up to a renaming of pegs and colors.
#pragma once

#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"

namespace keypeg {

// Lists, in lexicographic order, the smallest code of each class of equivalent guesses: those that are equal
// up to a renaming of pegs and colors that maps every earlier guess onto itself. Where there are too many
// renamings to try them all, some classes keep more than one code; the smallest is always there.
std::vector<Color> class_representatives(const Variant& variant, Codes earlier, const Watch& watch);

// Keeps those of `codes` that class_representatives would list.
std::vector<Color> distinct_codes(const Variant& variant, Codes earlier, Codes codes);

}  // namespace keypeg
