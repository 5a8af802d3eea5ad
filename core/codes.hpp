// Codes as the core sees them: rows of bytes, one color (counted from 0) per peg, and feedback as an ordinal.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace keypeg {

using Color = std::uint8_t;
using Ordinal = std::uint16_t;

inline constexpr int kMaxPegs = 120;    // slacks are kept in signed bytes
inline constexpr int kMaxColors = 255;  // a color is a byte

struct Variant {
    int pegs;
    int colors;
    bool repeats;

    // Feedbacks are numbered by their total (blacks + whites), then by blacks; some numbers are never used.
    int slots() const { return (pegs + 1) * (pegs + 2) / 2; }
    Ordinal win() const { return static_cast<Ordinal>(slots() - 1); }
};

inline constexpr int ordinal(int blacks, int total) {
    return total * (total + 1) / 2 + blacks;
}

// A view of a table of codes, stored row after row.
struct Codes {
    const Color* rows;
    std::size_t count;
    int pegs;

    const Color* operator[](std::size_t index) const { return rows + index * static_cast<std::size_t>(pegs); }
};

// All codes of a variant in lexicographic order.
std::vector<Color> all_codes(const Variant& variant);

// Codes packed for scoring by two popcounts: a one-hot word (a bit per peg and color), whose common bits are
// the blacks, and a unary word (for each color, as many bits as the code has pegs of it), whose common bits
// are the total. The words widen with pegs x colors.
class PackedCodes {
  public:
    PackedCodes(const Variant& variant, Codes codes);

    std::size_t count() const { return count_; }
    std::size_t words() const { return words_; }
    const std::uint64_t* operator[](std::size_t index) const { return data_.data() + index * 2 * words_; }

  private:
    std::size_t count_;
    std::size_t words_;
    std::vector<std::uint64_t> data_;
};

inline Ordinal score_packed(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
    int blacks = 0, total = 0;
    for (std::size_t w = 0; w < words; ++w) {
        blacks += std::popcount(a[w] & b[w]);
        total += std::popcount(a[words + w] & b[words + w]);
    }
    return static_cast<Ordinal>(ordinal(blacks, total));
}

// Writes the feedback ordinal of each pair, one row for each code of `a`.
void score_matrix(const Variant& variant, Codes a, Codes b, Ordinal* out);

}  // namespace keypeg
