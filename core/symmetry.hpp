// Guesses that are the same up to a renaming of pegs and colors.
#pragma once

#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"

namespace keypeg {

// Lists, in lexicographic order, the codes of which no renaming of pegs and colors that maps every earlier
// guess onto itself makes a smaller code: the smallest of each class of equivalent guesses. Where the
// renamings are too many to try them all, some classes keep more than one code; the smallest is always there.
std::vector<Color> class_representatives(const Variant& variant, Codes earlier, const Watch& watch);

// Keeps those of `codes` that class_representatives would list.
std::vector<Color> distinct_codes(const Variant& variant, Codes earlier, Codes codes);

}  // namespace keypeg
