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
    std::uint64_t guesses = 0;  // partitions made
};

class ExactWorker;
struct LargeNode;
struct Path;

// Searches one variant from one set of candidates on.
class ExactSearch {
  public:
    ExactSearch(const Variant& variant, Codes earlier, Codes candidates, std::size_t memory);
    ~ExactSearch();

    // Searches for the least total of a strategy that needs at most `limit` turns. Stops early with
    // Interrupted. Returns it, or kNoTotal if there is no such strategy.
    int least_total(int limit, int threads, const Watch& watch);

    // What is the least total of the strategies that begin with this guess?
    int total_of(const Color* guess, int threads, const Watch& watch);

    // Says whether `turns` turns always suffice.
    bool fits(int turns, const Watch& watch);

    // The best strategy known after one of these, also an interrupted one: of the least total within `limit`
    // turns, or, where `by_turns`, any that needs at most `limit` turns.
    TreeNodes tree(int limit, bool by_turns);

    const Variant& variant() const { return tables_.variant; }

    // The bounds of the least total as they are now.
    int lower() const { return lower_; }
    int upper() const { return upper_; }
    ExactCounts counts() const;
    std::size_t memory() const { return memo_.bytes(); }

    std::vector<std::uint64_t> snapshot(std::size_t most) const { return memo_.snapshot(most); }
    // False, and nothing is kept, if the words can't come from a search of this variant.
    bool restore(const std::uint64_t* words, std::size_t pairs) {
        return memo_.restore(words, pairs, tables_.codes.count);
    }

  private:
    friend class ExactWorker;

    // The guesses to look at after the given ones, up to symmetry, as a mask over all codes.
    const std::vector<std::uint64_t>& representatives(const std::vector<std::uint16_t>& guesses);
    // The same where only the colors used so far are known: colors not used yet are interchangeable.
    const std::vector<std::uint64_t>& fresh_in_order(std::uint64_t used_colors);

    Path root_path(int limit) const;
    void report(const LargeNode& root);
    LargeNode* shared_node();
    void help(ExactWorker& worker);
    template <class Work>
    void run(int threads, const Watch& watch, Work&& work);

    ExactTables tables_;
    std::vector<std::uint16_t> root_;
    Memo memo_;
    std::vector<std::unique_ptr<ExactWorker>> workers_;
    std::atomic<bool> stop_{false};
    std::atomic<int> lower_{0}, upper_{kNoTotal};
    bool reporting_ = false;  // while least_total runs: a set at depth 0 is the whole then

    std::exception_ptr failure_;  // of a thread that helped

    std::mutex caches_;
    std::map<std::vector<std::uint16_t>, std::vector<std::uint64_t>> representatives_;
    std::map<std::uint64_t, std::vector<std::uint64_t>> fresh_;

    std::mutex sharing_;  // guards the two below
    std::condition_variable changed_;
    std::vector<LargeNode*> open_nodes_;
    bool finished_ = false;
};

}  // namespace keypeg
