#include "exact.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>

#include "exact_worker.hpp"
#include "symmetry.hpp"

namespace keypeg {

ExactSearch::ExactSearch(const Variant& variant, Codes earlier, Codes candidates, std::size_t memory)
    : tables_(variant, earlier), memo_(memory) {
    for (std::size_t i = 0; i < candidates.count; ++i) root_.push_back(tables_.index_of(candidates[i]));
    std::sort(root_.begin(), root_.end());
}

ExactSearch::~ExactSearch() = default;

const std::vector<std::uint64_t>& ExactSearch::representatives(const std::vector<std::uint16_t>& guesses) {
    const std::lock_guard lock(caches_);
    std::vector<std::uint64_t>& mask = representatives_[guesses];
    if (!mask.empty()) return mask;
    const auto pegs = static_cast<std::size_t>(tables_.variant.pegs);
    std::vector<Color> rows = tables_.earlier;
    for (const std::uint16_t guess : guesses)
        rows.insert(rows.end(), tables_.codes[guess], tables_.codes[guess] + pegs);
    const std::vector<Color> distinct =
        class_representatives(tables_.variant, {rows.data(), rows.size() / pegs, tables_.variant.pegs}, {});
    mask.assign(tables_.words, 0);
    for (std::size_t i = 0; i < distinct.size(); i += pegs) {
        const std::uint16_t code = tables_.index_of(distinct.data() + i);
        mask[code / 64] |= std::uint64_t{1} << (code % 64);
    }
    return mask;
}

const std::vector<std::uint64_t>& ExactSearch::fresh_in_order(std::uint64_t used) {
    const std::lock_guard lock(caches_);
    std::vector<std::uint64_t>& mask = fresh_[used];
    if (!mask.empty()) return mask;
    mask.assign(tables_.words, 0);
    const auto is_used = [&](int color) { return (used >> std::min(color, 63) & 1) != 0; };
    for (std::size_t code = 0; code < tables_.codes.count; ++code) {
        int last = -1;  // the largest fresh color so far
        bool in_order = true;
        for (int peg = 0; peg < tables_.variant.pegs && in_order; ++peg) {
            const int color = tables_.codes[code][peg];
            if (is_used(color) || color <= last) continue;
            for (++last; is_used(last); ++last) {
            }
            in_order = color == last;
        }
        if (in_order) mask[code / 64] |= std::uint64_t{1} << (code % 64);
    }
    return mask;
}

// The bounds of the whole search after a guess at the root was dealt with.
void ExactSearch::report(const LargeNode& root) {
    int lower = root.best;
    for (const Ranked& ranked : root.guesses) lower = std::min(lower, ranked.bound);
    lower_ = lower;
    upper_ = root.best.load();
}

// The largest open node that has guesses left, for a thread with nothing to do; its first guess is tried
// alone.
LargeNode* ExactSearch::shared_node() {
    LargeNode* chosen = nullptr;
    for (LargeNode* node : open_nodes_)
        if (node->next >= 2 && node->next < node->guesses.size() && (!chosen || node->depth < chosen->depth))
            chosen = node;
    return chosen;
}

void ExactSearch::help(ExactWorker& worker) {
    std::unique_lock lock(sharing_);
    while (true) {
        LargeNode* node = nullptr;
        changed_.wait(lock, [&] { return finished_ || (!stop_ && (node = shared_node())); });
        if (finished_) return;
        ++node->helpers;
        lock.unlock();
        try {
            worker.work_on(*node);
        } catch (const Interrupted&) {
            stop_ = true;
        } catch (...) {
            const std::lock_guard guard(caches_);
            failure_ = std::current_exception();
            stop_ = true;
        }
        lock.lock();
        --node->helpers;
        changed_.notify_all();
    }
}

// Runs `work` on a thread of its own, with others that help, while the calling thread watches.
template <class Work>
void ExactSearch::run(int threads, const Watch& watch, Work&& work) {
    stop_ = finished_ = false;
    failure_ = nullptr;
    const auto count = static_cast<std::size_t>(thread_count(threads));
    while (workers_.size() < count) workers_.push_back(std::make_unique<ExactWorker>(*this));
    std::exception_ptr failure;
    std::vector<std::jthread> pool;
    pool.emplace_back([&] {
        try {
            work(*workers_[0]);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(sharing_);
        finished_ = true;
        changed_.notify_all();
    });
    for (std::size_t i = 1; i < count; ++i) pool.emplace_back([&, i] { help(*workers_[i]); });
    {
        std::unique_lock lock(sharing_);
        while (!changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return finished_; })) {
            lock.unlock();
            if (watch && !stop_ && !watch(static_cast<std::size_t>(lower_), static_cast<std::size_t>(upper_)))
                stop_ = true;
            lock.lock();
        }
    }
    pool.clear();
    if (failure_) std::rethrow_exception(failure_);
    if (failure) std::rethrow_exception(failure);
    if (stop_) throw Interrupted{};  // the watch said so while the last of the work was done
}

Path ExactSearch::root_path(int limit) const {
    std::uint64_t colors = 0;
    for (const Color color : tables_.earlier) colors |= std::uint64_t{1} << std::min<int>(color, 63);
    return {{}, true, colors, limit};
}

int ExactSearch::least_total(int limit, int threads, const Watch& watch) {
    const Part root = tables_.part_of(root_);
    lower_ = tables_.floor[root_.size()];
    upper_ = kNoTotal;
    reporting_ = true;
    try {
        run(threads, watch,
            [&](ExactWorker& worker) { upper_ = worker.solve(root, kNoTotal, 0, root_path(limit)); });
    } catch (...) {
        reporting_ = false;
        throw;
    }
    reporting_ = false;
    lower_ = upper_.load();
    return upper_;
}

int ExactSearch::total_of(const Color* guess, int threads, const Watch& watch) {
    int total = static_cast<int>(root_.size());
    run(threads, watch, [&](ExactWorker& worker) {
        const std::uint16_t code = tables_.index_of(guess);
        const Path path = root_path(kNoLimit).after(code, tables_.colors[code]);
        Split parts;
        worker.split(tables_.part_of(root_), code, parts);
        for (int i = 0; i < parts.count; ++i) total += worker.solve(parts.parts[i], kNoTotal, 1, path);
    });
    return total;
}

bool ExactSearch::fits(int turns, const Watch& watch) {
    bool does = false;
    run(1, watch, [&](ExactWorker& worker) {
        does = worker.fits(tables_.part_of(root_), turns, 0, root_path(kNoLimit));
    });
    return does;
}

ExactCounts ExactSearch::counts() const {
    ExactCounts sum;
    for (const auto& worker : workers_) {
        sum.sets += worker->counts.sets;
        sum.guesses += worker->counts.guesses;
    }
    return sum;
}

TreeNodes ExactSearch::tree(int limit, bool by_turns) {
    struct Open {
        std::vector<Member> members;
        std::uint32_t parent;
        Ordinal feedback;
        int limit;
    };
    if (workers_.empty()) workers_.push_back(std::make_unique<ExactWorker>(*this));
    ExactWorker& worker = *workers_[0];
    const auto pegs = static_cast<std::size_t>(tables_.variant.pegs);
    TreeNodes nodes;
    std::vector<Open> open{{root_, 0, 0, limit}};
    Split parts;
    while (!open.empty()) {
        const Open here = std::move(open.back());
        open.pop_back();
        const Part set = tables_.part_of(here.members);
        // Symmetry is left out: the memo holds guesses for each set by itself.
        const std::uint16_t guess =
            worker.best_guess(set, {{}, false, ~std::uint64_t{0}, here.limit}, by_turns);
        const auto number = static_cast<std::uint32_t>(nodes.parents.size());
        nodes.guesses.insert(nodes.guesses.end(), tables_.codes[guess], tables_.codes[guess] + pegs);
        nodes.parents.push_back(here.parent);
        nodes.feedbacks.push_back(here.feedback);
        nodes.wins.push_back(std::binary_search(here.members.begin(), here.members.end(), guess));
        worker.split(set, guess, parts);
        for (int i = 0; i < parts.count; ++i) {
            const Part& part = parts.parts[i];
            open.push_back({{part.members, part.members + part.size},
                            number,
                            worker.answer(guess, part.members[0]),
                            turns_after(here.limit)});
        }
    }
    return nodes;
}

}  // namespace keypeg
