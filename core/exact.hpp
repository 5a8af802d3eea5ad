// The exact search: the least total of a set of candidates, and the fewest turns that always suffice, with
// proof.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"
#include "memo.hpp"
#include "sets.hpp"
#include "tree.hpp"

namespace keypeg {

struct ExactCounts {
    std::uint64_t sets = 0;     // sets searched
    std::uint64_t guesses = 0;  // guesses by which a set was split
};

// The ideas that a search may use, as a mask, so that a benchmark can measure what each is worth. None
// changes a result.
enum class Idea : unsigned {
    kBoundParts = 1,        // bound the parts before solving any,
    kBoundLargeParts = 2,   // including parts of more than 64 candidates
    kSymmetricGuesses = 4,  // try only one of the guesses that are equal up to a renaming
    kSymmetricColors = 8,   // treat colors that no guess has used as interchangeable
    kRenamedSets = 16,      // share what is known between sets that are equal up to a renaming
    kBoundByMembers = 32,   // bound the parts by their members alone before all codes are tried
    kFewerBranches = 64,    // no guess makes more parts of a set than of its supersets,
    kOrderedCodes = 128,    // so try the codes that make the most parts of a superset first
    kCountedParts = 256,    // measure only the parts of codes that may cost little, counted many at a time
    kShares = 512,          // let each part make up for its share of what is missing, instead of all of it
};
inline constexpr unsigned kAllIdeas = 1023;

class ExactWorker;
struct LargeNode;
struct Path;

// What the searches of one variant share: the tables of its codes, and what is known of sets of them.
struct ExactMemory {
    ExactMemory(const Variant& variant, std::size_t bytes);

    const ExactTables tables;
    const std::size_t most_for_masks;  // bytes, for the masks of guesses of each search
    Memo memo;
};

// Searches one set of candidates, which are left after the earlier guesses.
class ExactSearch {
  public:
    ExactSearch(std::shared_ptr<ExactMemory> memory, Codes earlier, Codes candidates,
                unsigned ideas = kAllIdeas);
    ~ExactSearch();

    // Returns the least total of the strategies that need at most `limit` turns, or kNoTotal if there are
    // none. If that is not below `below`, some number from `below` up to it. If stopped, it throws
    // Interrupted; another call continues the search.
    int least_total(int limit, int below, int threads, const Watch& watch);

    // The guesses up to symmetry that tell some candidates apart and might cost less than `below`, the
    // likeliest first, each with what it costs at least by the sizes of its parts; and, with `by_members`,
    // by the members of its small parts.
    std::vector<Ranked> ranked(int below, bool by_members = false);

    // What the cheapest of these guesses costs at least, or `below` if none costs less.
    int least_by_sizes(int below);

    // Looks among these guesses for one that costs less than `below`; returns what the best costs, or some
    // number from `below` up to that. What is known then, even if interrupted, of each guess that had to be
    // looked into: its cost, or what it costs at least.
    int least_cost(const std::vector<std::uint16_t>& guesses, int below, int threads, const Watch& watch);
    const std::map<std::uint16_t, int>& costs() const { return first_bounds_; }
    std::uint16_t cheapest() const { return cheapest_; }  // of them, or kNoGuess

    // Says whether `turns` turns always suffice.
    bool fits(int turns, int threads, const Watch& watch);

    // Returns the best strategy found by one of these, even if it was interrupted: one of the least total
    // within `limit` turns or, if `by_turns`, any that needs at most `limit` turns. What has been forgotten
    // since is searched again. A first guess may be given.
    TreeNodes tree(int limit, bool by_turns, std::uint16_t first, const Watch& watch);

    const ExactTables& tables() const { return tables_; }

    // The current bounds on the least total; how many first guesses there are, and how many are done.
    int lower() const { return lower_; }
    int upper() const { return upper_; }
    int first_guesses() const { return first_guesses_; }
    int first_guesses_done() const { return first_guesses_done_; }
    ExactCounts counts() const;
    // The processor time of all threads.
    double seconds() const { return 1e-9 * static_cast<double>(nanoseconds_); }
    std::size_t memory() const { return memo_.bytes() + cached_; }

    std::vector<std::uint64_t> snapshot(std::size_t most) const { return memo_.snapshot(most); }
    // Returns false, and keeps nothing, if the words can't come from a search of this variant.
    bool restore(const std::uint64_t* words, std::size_t pairs) {
        return memo_.restore(words, pairs, tables_.codes.count);
    }

  private:
    friend class ExactWorker;

    // While it exists, the bounds of the guesses at a node are reported, if it is the root.
    class Reported {
      public:
        Reported(ExactSearch& search, LargeNode& node);
        ~Reported();
        Reported(const Reported&) = delete;
        Reported& operator=(const Reported&) = delete;

      private:
        ExactSearch& search_;
        bool is_root_ = false;
    };

    using Mask = std::vector<std::uint64_t>;  // of codes

    bool uses(Idea idea) const { return (ideas_ & static_cast<unsigned>(idea)) != 0; }

    // The guesses to try, up to symmetry, as masks over all codes (the pointers stay valid): after the given
    // guesses, and where only the colors used so far are known. The masks are cached up to a limit; beyond
    // it, more guesses are tried than necessary.
    const std::uint64_t* representatives(const Path& path);
    const std::uint64_t* fresh_in_order(std::uint64_t used_colors);
    Mask find_representatives(const std::vector<std::uint16_t>& guesses) const;
    Mask find_fresh_in_order(std::uint64_t used_colors) const;
    bool has_room_for_mask();

    Path root_path(int limit) const;
    void report();
    LargeNode* shared_node();
    void help(ExactWorker& worker);
    template <class Work>
    void report_while(Work&& work);
    template <class Work>
    void run(int threads, const Watch& watch, Work&& work);

    const std::shared_ptr<ExactMemory> memory_;
    const ExactTables& tables_;
    Memo& memo_;
    const std::vector<Color> earlier_;
    std::vector<std::uint16_t> root_;
    unsigned ideas_;
    std::vector<std::unique_ptr<ExactWorker>> workers_;
    std::atomic<bool> stop_{false};

    std::atomic<int> lower_{0}, upper_{kNoTotal};
    std::atomic<int> first_guesses_{0}, first_guesses_done_{0};
    int limit_ = 0;                              // of turns, that the bounds belong to
    std::map<std::uint16_t, int> first_bounds_;  // of the first guesses
    std::uint16_t cheapest_ = kNoGuess;
    std::atomic<std::int64_t> nanoseconds_{0};
    bool reporting_ = false;  // while bounds of the root are reported: a set at depth 0 is the root then
    std::mutex root_mutex_;   // guards the next
    LargeNode* root_node_ = nullptr;

    std::exception_ptr failure_;  // of a helping thread

    std::mutex caches_;  // guards the next two
    std::map<std::vector<std::uint16_t>, Mask> representatives_;
    std::map<std::uint64_t, Mask> fresh_;
    std::atomic<std::size_t> cached_{0};  // bytes
    const Mask every_code_;

    std::mutex sharing_;  // guards the rest
    std::condition_variable changed_;
    std::vector<LargeNode*> open_nodes_;
    bool finished_ = false;
};

}  // namespace keypeg
