// Sets of candidates as the exact search handles them, and the tables of codes that it reads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "codes.hpp"
#include "memo.hpp"
#include "partition.hpp"

namespace keypeg {

using Member = std::uint16_t;  // a candidate by its number among all codes

inline constexpr int kNoLimit = 31;                // of turns
inline constexpr std::size_t kMostCodes = 0xffff;  // a code's number has 16 bits

// How many turns are left after one more. A strategy that is not proven to stay within its limit may use more
// turns than there are.
inline constexpr int turns_after(int limit) {
    return limit == kNoLimit ? kNoLimit : std::max(limit - 1, 0);
}

inline constexpr int kTiny = Kernels::kTiny;  // up to this size, members are compared with each other
inline constexpr int kFew = 64;               // sets up to this size are handled as masks of one word
inline constexpr int kMostSlots = 66;         // of ten pegs

struct Part {
    const Member* members;
    int size;
    SetKey key;
};

struct ExactTables;

// The parts of a guess other than the win, small ones first. Their sizes are known at once; a part has
// members and a key once it is listed.
class Split {
  public:
    int count = 0;
    Part parts[kMostSlots];

    void list(const ExactTables& tables, int i);
    void list_all(const ExactTables& tables) {
        for (int i = 0; i < count; ++i) list(tables, i);
    }

    // How it is made: begin() returns room for the part of each feedback as masks, in chunks of kFew members,
    // and sort() is given their sizes.
    std::uint64_t* begin(const Part& set, int slots);
    void sort(const int* sizes, int win);

  private:
    const Member* from_ = nullptr;
    std::size_t chunks_ = 0, slots_ = 0;
    std::size_t slot_[kMostSlots];  // of each part
    std::vector<std::uint64_t> masks_;
    std::vector<Member> members_;
};

// A guess for a set: what it usually costs by the sizes of its parts, and what it costs at least.
struct Ranked {
    float estimate;
    int bound;
    std::uint16_t guess;
};

// All codes as lanes, those with the same colors, a kind, next to each other, whatever their places. A kind
// begins where a word does, unless it fits into the rest of the word before.
class CodesByColors {
  public:
    struct Kind {
        std::uint16_t word, end;  // the words that hold its codes
    };

    CodesByColors(const Variant& variant, const Codes& all, const PlaneIndex* selected);

    std::size_t words() const { return lanes.size() / 64; }
    const std::uint64_t* planes_of(std::size_t word) const { return planes_.data() + word * plane_count; }

    std::vector<Kind> kinds;
    std::vector<Member> lanes;                      // where a word has lanes left over, they repeat a code
    std::unique_ptr<const Planes> planes_of_kinds;  // with one code of each
    std::size_t plane_count;

  private:
    std::vector<std::uint64_t> planes_;  // word by word
};

// What every thread of a search reads: the codes in all the forms that it needs.
struct ExactTables {
    explicit ExactTables(const Variant& variant);

    Variant variant;
    std::vector<Color> rows;
    Codes codes;
    PackedCodes packed;
    Planes planes;                     // of all codes, as lanes
    std::vector<PlaneIndex> selected;  // the planes that each code selects
    CodesByColors by_colors;
    std::vector<SetKey> keys;           // of each code
    std::vector<float> estimate;        // what sets of this size usually need
    std::vector<std::uint64_t> colors;  // of each code, as a mask (of the first 64)

    int slots, win, branches;  // `branches`: how many feedbacks there are besides the win
    std::size_t width, words;

    // No set of this size has a smaller total, and no larger set can be told apart in this many turns, where
    // no guess leaves more than `most` parts besides the win.
    int floor(int most, int size) const { return floors(most)[size]; }
    const int* floors(int most) const {
        return floors_.data() + static_cast<std::size_t>(most) * (codes.count + 1);
    }
    int capacity(int most, int turns) const {
        return capacities_[static_cast<std::size_t>(most)][static_cast<std::size_t>(turns)];
    }

    const PlaneIndex* planes_of(std::size_t code) const { return selected.data() + code * width; }
    std::uint16_t index_of(const Color* row) const;
    Part part_of(const std::vector<Member>& members) const;
    std::vector<std::uint64_t> every_code() const;  // as a mask
    Planes planes_with(const Part& set) const;      // with its members as lanes

  private:
    std::vector<int> floors_;
    std::vector<std::array<int, kNoLimit + 1>> capacities_;
};

// A set as masks, in chunks of 64 members, to be split by many guesses.
class ChunkedSet {
  public:
    ChunkedSet(const ExactTables& tables, const Part& set);
    void split(std::uint16_t guess, Split& out) const;

  private:
    const ExactTables& tables_;
    Part set_;
    std::size_t chunks_, stride_;
    std::vector<std::uint64_t> planes_;
};

inline std::uint64_t scramble(std::uint64_t x) {
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

}  // namespace keypeg
