// One thread of the exact search.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "exact.hpp"
#include "exact_sift.hpp"
#include "exact_symmetry.hpp"
#include "memo.hpp"
#include "sets.hpp"

namespace keypeg {

inline constexpr std::size_t kSymmetricTurns = 2;  // after up to this many guesses, symmetry is used in full
inline constexpr int kMostCounted =
    Kernels::kMostSifted;  // up to this many candidates, it pays to count parts before they are measured

// All codes, those that make the most parts of some set first. They make no more parts of its subsets.
struct Order {
    std::vector<std::uint16_t> codes;
    Planes planes;                    // of the codes in this order
    std::vector<std::uint8_t> parts;  // of the first code in each kBlockWords words: no later one makes more

    // After this many words, no code makes as many parts.
    std::size_t words_with(int fewest) const {
        const auto enough = [&](int number) { return number >= fewest; };
        const auto end = std::partition_point(parts.begin(), parts.end(), enough);
        return static_cast<std::size_t>(end - parts.begin()) * kBlockWords;
    }
};

// How a set came about, as far as symmetry depends on it, how many turns are left, and what is known from its
// supersets.
struct Path {
    std::vector<std::uint16_t> guesses;  // all of them, while they are few
    bool is_complete;
    std::size_t symmetric_turns;  // from here on
    std::uint64_t colors;         // used so far
    int limit;
    int branches;        // no guess leaves more parts than this besides the win
    const Order* order;  // of the codes by the parts that they make of a superset

    Path after(std::uint16_t guess, std::uint64_t guess_colors, int most, const Order* by = nullptr) const {
        Path next{{},
                  is_complete && guesses.size() < symmetric_turns,
                  symmetric_turns,
                  colors | guess_colors,
                  turns_after(limit),
                  std::min(branches, most),
                  by ? by : order};
        if (next.is_complete) {
            next.guesses = guesses;
            next.guesses.push_back(guess);
        }
        return next;
    }
};

// A set too large for one-word masks, with its guesses in the order in which they are tried. Several threads
// can work on it.
struct LargeNode {
    LargeNode(const Part& s, const Path& p, int d, const ExactTables& tables)
        : set(s), path(p), depth(d), masks(tables, s) {}

    const Part& set;
    const Path& path;
    int depth;
    ChunkedSet masks;
    bool is_about_turns = false;  // the question: do they suffice? Otherwise: the least total
    bool has_all_guesses = true;  // up to symmetry; otherwise only some are looked into
    std::vector<Ranked> guesses;
    int branches = 0;  // no guess leaves more parts of this set than this besides the win
    std::once_flag ordering;
    std::unique_ptr<const Order> order;
    std::atomic<std::size_t> next{0};
    std::atomic<int> best{kNoTotal};
    std::atomic<bool> is_settled{false};  // any work still going on here is pointless

    std::mutex mutex;  // guards the rest, and the bounds of the guesses
    SetKey key;        // what this is remembered under
    Known known;
    int least = kNoTotal;  // no guess that was cut costs less

    int helpers = 0;  // guarded by ExactSearch::sharing_
};

// Thrown by a thread whose work another one has settled meanwhile.
struct Abandoned {};

// The state of one thread. Search functions guarantee: the value returned is the least total if that is below
// beta, and otherwise a number that is at least beta and at most the least total. (kNoTotal: no strategy
// stays within the limit.)
class ExactWorker {
  public:
    explicit ExactWorker(ExactSearch& search)
        : search_(search), tables_(search.tables_), memo_(search.memo_), sieve_(search.tables_) {}

    int solve(const Part& set, int beta, int depth, const Path& path);
    bool fits(const Part& set, int depth, const Path& path);
    std::vector<Ranked> rank(const Part& set, const Path& path, int below, bool by_members);
    int bound_by_sizes(const Part& set, const Path& path, int below);
    int least_cost(const Part& set, const std::vector<std::uint16_t>& guesses, int below, const Path& path);
    void work_on(LargeNode& node);

    // Returns the guess of the best strategy known. If it was forgotten, it is searched again where the set
    // had been solved; otherwise the most promising guess is returned, and `is_solved` becomes false.
    std::uint16_t best_guess(const Part& set, const Path& path, bool by_turns, bool& is_solved);

    Ordinal answer(Member guess, Member secret) const {
        return score_packed(tables_.packed[guess], tables_.packed[secret], tables_.packed.words());
    }

    ExactCounts counts;

  private:
    // A guess at the root of a search whose bounds are reported.
    struct FirstGuess {
        LargeNode& root;
        Ranked& ranked;
    };

    // What the parts of a guess cost at least, while it is found out whether all together cost less than
    // beta.
    struct Account {
        int beta, sum;
        int bounds[kMostSlots];
        bool is_solved[kMostSlots];
        FirstGuess* first;

        bool is_open() const { return sum < beta; }
        // What a part would have to cost to make up for all that is missing, or for its share by weight.
        int all(int part) const { return bounds[part] + beta - sum; }
        int share(int part, int weight, int weights) const {
            const std::int64_t missing = beta - sum;
            return weight == 0 ? all(part)
                               : bounds[part] + static_cast<int>((missing * weight + weights - 1) / weights);
        }
        void raise(int part, int value) {
            sum += value - bounds[part];
            bounds[part] = value;
            if (!first) return;
            const std::lock_guard lock(first->root.mutex);
            first->ranked.bound = std::max(first->ranked.bound, sum);
        }
    };

    // The guesses of a set of which all parts may be told apart in time, and that might cost less than some
    // number.
    struct Ranking {
        std::vector<Ranked> guesses;  // in the order of the codes
        int branches = 0;      // no guess leaves more parts besides the win, of this set and of its subsets
        int least = kNoTotal;  // no guess that was left out costs less
    };

    // How many parts codes make of a set: of all codes, or of the first ones of an order.
    struct Counted {
        const Order* order = nullptr;
        std::size_t words = 0;  // of codes that were counted
        int most = 0;           // that one of these, or a member, makes
        int bound = 0;          // no code makes more

        std::size_t code(std::size_t lane) const { return order ? order->codes[lane] : lane; }
    };

    // Scratch space of one level of the search.
    struct Frame {
        std::vector<std::uint64_t> planes;
        std::vector<PlaneIndex> selected;
        std::vector<CacheLine> parts;  // numbers of parts, bit-sliced
        Counted counted;               // what they are about

        std::uint64_t* room_for_parts(std::size_t words) {
            if (parts.size() * kBlockWords < words) parts.resize(words / kBlockWords);
            return parts[0].words;
        }
        std::vector<Ranked> guesses;
        Split split;
    };

    // Scratch space of rank_large.
    struct Scratch {
        Frame frame;                            // the parts that all codes make
        std::vector<std::uint64_t> codes;       // to be measured
        std::vector<std::uint64_t> cheap;       // the same
        std::vector<std::uint16_t> batch;       // of them,
        std::vector<PlaneIndex> selected;       // the planes that they select,
        std::vector<std::uint32_t> sizes;       // and the sizes of their parts
        std::vector<std::uint16_t> part_sizes;  // of each guess that is listed, one after the other
    };

    // A thread that works on the turns of a node can be called off there.
    struct Within {
        Within(ExactWorker& w, const LargeNode& node) : worker(w) { worker.within_.push_back(&node); }
        ~Within() { worker.within_.pop_back(); }
        Within(const Within&) = delete;
        Within& operator=(const Within&) = delete;
        ExactWorker& worker;
    };
    bool is_abandoned() const {
        return std::any_of(within_.begin(), within_.end(),
                           [](const LargeNode* node) { return node->is_settled.load(); });
    }

    // A set of at most kFew, whose planes are in the frame, and how many parts its members make of it.
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

    // Totals within a limit and numbers of turns have keys of their own, different from those of totals.
    static SetKey salted(const SetKey& key, int limit) {
        return limit == kNoLimit ? key : key ^ SetKey{scramble(static_cast<std::uint64_t>(limit)), 0};
    }
    static SetKey some_guesses_key(const SetKey& key) { return key ^ SetKey{scramble(kNoLimit + 2), 0}; }
    static SetKey turns_key(const SetKey& key) { return key ^ SetKey{scramble(kNoLimit + 1), 0}; }

    void look_up(const SetKey& key, Known& known) const {
        Known found;
        if (!memo_.probe(key, found)) return;
        known.lower = std::max(known.lower, found.lower);
        known.upper = found.upper;
        known.guess = found.guess;
    }

    void recall(const Renamed& renamed, const SetKey& key, Known& known) const;
    void remember(const Renamed& renamed, const SetKey& key, Known known);

    // exact_worker.cpp
    int own_parts(const Part& set) const;
    Few prepare(const Part& set, Frame& frame) const;
    int most_parts(const Part& set, const Few& few, Frame& frame, const Order& order) const;
    template <class Count>
    Counted count_codes(const Order* order, int fewest, int most, Count&& count) const;
    int count_parts(const Part& set, const Few& few, Frame& frame, const Order* order = nullptr,
                    int fewest = 0) const;
    int most_parts(const Part& set, const Path& path);
    void select(const Part& set, Frame& frame) const;
    std::unique_ptr<const Order> order_by_parts(const Part& set);
    std::uint64_t with_parts(const Frame& frame, int number, std::size_t word) const;
    std::uint16_t sets_all_apart(const Part& set, const Few& few, const Frame& frame) const;
    void split_few(const Part& set, const Few& few, std::uint16_t guess, Frame& frame) const;
    const std::uint64_t* allowed(const Path& path) const;
    void rank_few(const Part& set, const Few& few, Frame& frame, int bound, int best,
                  const std::uint64_t* allowed, int most, int branches, int& least);
    static int least_with_parts(int size, int parts, const int* floors);
    bool drop_costly_codes(const Part& set, const Path& path, int below, std::vector<std::uint64_t>& codes,
                           Ranking& out);
    Ranking rank_large(const Part& set, const Path& path, int below);
    static void sort_likeliest_first(std::vector<Ranked>& guesses);
    void settle(LargeNode& node);
    Ranked* take(LargeNode& node);

    // exact_total.cpp
    Known bound_tiny(const Part& set, int limit) const;
    bool bound_at_once(const Part& set, const SetKey& key, const Path& path, Known& known) const;
    int bound_by_members(const Part& set, int depth, const Path& path);
    int bound(const Part& set, int beta, int depth, const Path& path);
    void bound_few(const Part& set, int depth, const Path& path, Known& known);
    int bound_large(const Part& set, int beta, const Path& path);
    int cost(int size, Split& parts, int beta, int depth, const Path& path, FirstGuess* first = nullptr);
    void bound_larger_parts(const Split& split, const Path& path, Account& account);
    void solve_parts(const Split& split, int depth, const Path& path, Account& account);
    Known solve_few(const Part& set, Known known, const SetKey& key, int beta, int depth, const Path& path);
    Known solve_large(const Part& set, Known known, const SetKey& key, int beta, int depth, const Path& path);
    void work_on_total(LargeNode& node);
    static void drop_costly(LargeNode& node);
    void rank_for_total(LargeNode& node);
    void bound_first_guesses(LargeNode& root);
    bool is_root(const LargeNode& node) const { return node.depth == 0 && search_.reporting_; }

    // exact_turns.cpp
    std::uint16_t fitting_few(const Part& set, int depth, const Path& path);
    std::uint16_t fitting_large(const Part& set, int depth, const Path& path);
    void work_on_turns(LargeNode& node);
    bool all_fit(const Split& parts, int depth, const Path& path);

    ExactSearch& search_;
    const ExactTables& tables_;
    Memo& memo_;
    std::vector<std::unique_ptr<Frame>> frames_;
    Scratch ranking_;
    Sieve sieve_;
    std::vector<const LargeNode*> within_;
};

}  // namespace keypeg
