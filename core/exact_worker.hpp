// One thread of the exact search.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "exact.hpp"
#include "memo.hpp"
#include "sets.hpp"

namespace keypeg {

inline constexpr std::size_t kSymmetricTurns = 2;  // so many guesses are looked at for symmetry in full

struct Ranked {
    float estimate;
    int bound;
    std::uint16_t guess;
};

// How a set came about, as far as the search for symmetry needs it, and how many turns are left.
struct Path {
    std::vector<std::uint16_t> guesses;  // all of them, while they are few
    bool is_complete;
    std::uint64_t colors;  // used so far
    int limit;

    Path after(std::uint16_t guess, std::uint64_t guess_colors) const {
        Path next{
            {}, is_complete && guesses.size() < kSymmetricTurns, colors | guess_colors, turns_after(limit)};
        if (next.is_complete) {
            next.guesses = guesses;
            next.guesses.push_back(guess);
        }
        return next;
    }
};

// A set too large for masks, with its guesses in the order in which they are tried. Several threads can work
// on it.
struct LargeNode {
    Part set;
    const Path* path;
    int depth;
    std::vector<Ranked> guesses;
    std::atomic<std::size_t> next{0};
    std::atomic<int> best;

    std::mutex mutex;  // guards the rest
    std::uint16_t best_guess = kNoGuess;
    int least = kNoTotal;  // no guess that was cut costs less
    HashSet seen;

    int helpers = 0;  // guarded by ExactSearch::sharing_
};

// The state of one thread. Search functions guarantee: the value returned is the least total if that is below
// beta, and otherwise some number that is at least beta and at most the least total. (kNoTotal: no strategy
// keeps the limit.)
class ExactWorker {
  public:
    explicit ExactWorker(ExactSearch& search)
        : search_(search), tables_(search.tables_), memo_(search.memo_) {}

    int solve(const Part& set, int beta, int depth, const Path& path);
    bool fits(const Part& set, int turns, int depth, const Path& path);
    void work_on(LargeNode& node);
    std::uint16_t best_guess(const Part& set, const Path& path, bool by_turns);
    void split(const Part& set, std::uint16_t guess, Split& out) const;
    Ordinal answer(Member guess, Member secret) const {
        return score_packed(tables_.packed[guess], tables_.packed[secret], tables_.packed.words());
    }

    ExactCounts counts;

  private:
    // Scratch space of one level of the search.
    struct Frame {
        std::vector<std::uint64_t> planes;
        std::vector<PlaneIndex> selected;
        std::vector<CacheLine> parts;
        std::vector<Ranked> guesses;
        Split split;
        HashSet seen;
    };

    // A set of at most kFew: its planes are in the frame; how many parts its members make of it.
    struct Few {
        std::uint64_t all;
        int own;
        std::uint8_t parts[kFew];
    };

    Frame& frame(int depth) {
        while (frames_.size() <= static_cast<std::size_t>(depth))
            frames_.push_back(std::make_unique<Frame>());
        return *frames_[static_cast<std::size_t>(depth)];
    }

    // Totals within a limit, and numbers of turns, are remembered apart from totals without a limit.
    static SetKey salted(const SetKey& key, int limit) {
        return limit == kNoLimit ? key : key ^ SetKey{scramble(static_cast<std::uint64_t>(limit)), 0};
    }
    static SetKey turns_key(const SetKey& key) { return key ^ SetKey{scramble(kNoLimit + 1), 0}; }

    void look_up(const SetKey& key, Known& known) const {
        Known found;
        if (!memo_.probe(key, found)) return;
        known.lower = std::max(known.lower, found.lower);
        known.upper = found.upper;
        known.guess = found.guess;
    }

    int score(Member a, Member b) const { return answer(a, b); }

    int total_of_three(const Member* m) const;
    Few prepare(const Part& set, Frame& frame) const;
    int most_parts(const Part& set, const Few& few, Frame& frame) const;
    std::uint64_t with_parts(const Frame& frame, int number, std::size_t word) const;
    void split_masks(const Part& set, const std::uint64_t* masks, const std::uint8_t* sizes,
                     Split& out) const;

    int bound(const Part& set, int depth, int limit);
    int cost(int size, Split& parts, int beta, int depth, const Path& path);
    int solve_few(const Part& set, Known known, const SetKey& key, int beta, int depth, const Path& path);
    int solve_large(const Part& set, Known known, const SetKey& key, int beta, int depth, const Path& path);
    void rank_few(const Part& set, const Few& few, Frame& frame, int bound, int best,
                  const std::uint64_t* allowed, int most, int& least);
    void rank_large(const Part& set, const Path& path, std::vector<Ranked>& out) const;
    const std::uint64_t* allowed(const Path& path) const;
    bool fits_after(const Part& set, std::uint16_t guess, int turns, int depth, const Path& path,
                    Split& parts, HashSet& seen);
    std::uint16_t sets_all_apart(const Part& set, const Few& few, const Frame& frame) const;

    ExactSearch& search_;
    const ExactTables& tables_;
    Memo& memo_;
    std::vector<std::unique_ptr<Frame>> frames_;
};

}  // namespace keypeg
