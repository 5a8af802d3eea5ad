#include "exact.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <exception>
#include <thread>

#include "exact_worker.hpp"
#include "symmetry.hpp"

namespace keypeg {

namespace {

constexpr std::size_t kCacheShare = 8;  // one part in this many of the memory is for masks of guesses

// The processor time of the calling thread so far.
std::int64_t thread_nanoseconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    std::timespec time{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
        return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
#endif
    return 0;
}

}  // namespace

ExactMemory::ExactMemory(const Variant& variant, std::size_t bytes)
    : tables(variant), most_for_masks(bytes / kCacheShare), memo(bytes - most_for_masks) {}

ExactSearch::ExactSearch(std::shared_ptr<ExactMemory> memory, Codes earlier, Codes candidates, unsigned ideas)
    : memory_(std::move(memory)),
      tables_(memory_->tables),
      memo_(memory_->memo),
      earlier_(earlier.rows, earlier.rows + earlier.count * static_cast<std::size_t>(earlier.pegs)),
      ideas_(ideas),
      every_code_(tables_.every_code()) {
    for (std::size_t i = 0; i < candidates.count; ++i) root_.push_back(tables_.index_of(candidates[i]));
    std::sort(root_.begin(), root_.end());
}

ExactSearch::~ExactSearch() = default;

bool ExactSearch::has_room_for_mask() {
    const std::size_t bytes = tables_.words * sizeof(std::uint64_t) + 128;  // about what a map entry takes
    if (cached_ + bytes > memory_->most_for_masks) return false;
    cached_ += bytes;
    return true;
}

const std::uint64_t* ExactSearch::representatives(const Path& path) {
    if (!uses(Idea::kSymmetricGuesses)) return fresh_in_order(path.colors);
    {
        const std::lock_guard lock(caches_);
        if (const auto found = representatives_.find(path.guesses); found != representatives_.end())
            return found->second.data();
        // The mask for the first guess is always worth its memory.
        if (has_room_for_mask() || path.guesses.empty())
            return representatives_.emplace(path.guesses, find_representatives(path.guesses))
                .first->second.data();
    }
    return fresh_in_order(path.colors);
}

ExactSearch::Mask ExactSearch::find_representatives(const std::vector<std::uint16_t>& guesses) const {
    const auto pegs = static_cast<std::size_t>(tables_.variant.pegs);
    std::vector<Color> rows = earlier_;
    for (const std::uint16_t guess : guesses)
        rows.insert(rows.end(), tables_.codes[guess], tables_.codes[guess] + pegs);
    const std::vector<Color> distinct =
        class_representatives(tables_.variant, {rows.data(), rows.size() / pegs, tables_.variant.pegs}, {});
    Mask mask(tables_.words, 0);
    for (std::size_t i = 0; i < distinct.size(); i += pegs) {
        const std::uint16_t code = tables_.index_of(distinct.data() + i);
        mask[code / 64] |= std::uint64_t{1} << (code % 64);
    }
    return mask;
}

const std::uint64_t* ExactSearch::fresh_in_order(std::uint64_t used) {
    if (!uses(Idea::kSymmetricColors)) return every_code_.data();
    const std::lock_guard lock(caches_);
    if (const auto found = fresh_.find(used); found != fresh_.end()) return found->second.data();
    if (!has_room_for_mask()) return every_code_.data();
    return fresh_.emplace(used, find_fresh_in_order(used)).first->second.data();
}

ExactSearch::Mask ExactSearch::find_fresh_in_order(std::uint64_t used) const {
    Mask mask(tables_.words, 0);
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

ExactSearch::Reported::Reported(ExactSearch& search, LargeNode& node) : search_(search) {
    if (node.depth != 0 || !search.reporting_) return;
    const std::lock_guard lock(search.root_mutex_);
    search.root_node_ = &node;
    is_root_ = true;
}

ExactSearch::Reported::~Reported() {
    if (!is_root_) return;
    search_.report();
    const std::lock_guard lock(search_.root_mutex_);
    const LargeNode& root = *search_.root_node_;
    for (const Ranked& ranked : root.guesses) search_.first_bounds_[ranked.guess] = ranked.bound;
    search_.cheapest_ = root.known.guess;
    search_.root_node_ = nullptr;
}

// Updates the bounds of the whole search by what has been learned about the guesses at the root. They are
// also stored in the memo, so that a checkpoint has them.
void ExactSearch::report() {
    const std::lock_guard lock(root_mutex_);
    if (!root_node_ || !root_node_->has_all_guesses) return;
    LargeNode& root = *root_node_;
    const std::lock_guard guard(root.mutex);
    int lower = root.best, done = 0;
    for (const Ranked& ranked : root.guesses) {
        lower = std::min(lower, ranked.bound);
        done += ranked.bound >= root.best;
    }
    upper_ = root.known.upper;
    lower_ = std::max(lower, root.known.lower);
    first_guesses_done_ = done;
    first_guesses_ = static_cast<int>(root.guesses.size());
    if (lower <= root.known.lower) return;
    root.known.lower = lower;
    memo_.store(root.key, root.known);
}

// Returns the largest open node that has guesses left, for an idle thread. Its first guess is tried by one
// thread alone.
LargeNode* ExactSearch::shared_node() {
    LargeNode* chosen = nullptr;
    for (LargeNode* node : open_nodes_)
        if (node->next >= 2 && node->next < node->guesses.size() && !node->is_settled &&
            (!chosen || node->depth < chosen->depth))
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

// Runs `work` on a thread of its own, with other threads helping, while the calling thread watches.
template <class Work>
void ExactSearch::run(int threads, const Watch& watch, Work&& work) {
    stop_ = finished_ = false;
    failure_ = nullptr;
    const auto count = static_cast<std::size_t>(thread_count(threads));
    while (workers_.size() < count) workers_.push_back(std::make_unique<ExactWorker>(*this));
    std::exception_ptr failure;
    Threads pool;
    pool.start([&] {
        try {
            work(*workers_[0]);
        } catch (...) {
            failure = std::current_exception();
        }
        nanoseconds_ += thread_nanoseconds();
        const std::lock_guard lock(sharing_);
        finished_ = true;
        changed_.notify_all();
    });
    for (std::size_t i = 1; i < count; ++i) {
        const auto join = [&, i] {
            help(*workers_[i]);
            nanoseconds_ += thread_nanoseconds();
        };
        if (!pool.start(join)) break;
    }
    {
        std::unique_lock lock(sharing_);
        while (!changed_.wait_for(lock, std::chrono::milliseconds(50), [&] { return finished_; })) {
            lock.unlock();
            report();
            if (watch && !stop_ && !watch(static_cast<std::size_t>(lower_), static_cast<std::size_t>(upper_)))
                stop_ = true;
            lock.lock();
        }
    }
    pool.join();
    if (failure_) std::rethrow_exception(failure_);
    if (failure) std::rethrow_exception(failure);
    if (stop_) throw Interrupted{};  // the watch said so just as the work ended
}

template <class Work>
void ExactSearch::report_while(Work&& work) {
    reporting_ = true;
    try {
        work();
    } catch (...) {
        reporting_ = false;
        throw;
    }
    reporting_ = false;
}

Path ExactSearch::root_path(int limit) const {
    std::uint64_t colors = 0;
    for (const Color color : earlier_) colors |= std::uint64_t{1} << std::min<int>(color, 63);
    const std::size_t turns = earlier_.size() / static_cast<std::size_t>(tables_.variant.pegs);
    return {{},     true, kSymmetricTurns - std::min(turns, kSymmetricTurns), colors, limit, tables_.branches,
            nullptr};
}

int ExactSearch::least_total(int limit, int below, int threads, const Watch& watch) {
    const Part root = tables_.part_of(root_);
    if (limit != limit_) {
        limit_ = limit;
        lower_ = tables_.floor(tables_.branches, static_cast<int>(root_.size()));
        upper_ = kNoTotal;
        first_bounds_.clear();
    }
    int total = kNoTotal;
    report_while([&] {
        run(threads, watch,
            [&](ExactWorker& worker) { total = worker.solve(root, below, 0, root_path(limit)); });
    });
    lower_ = total;
    if (total < below) upper_ = total;
    return total;
}

std::vector<Ranked> ExactSearch::ranked(int below, bool by_members) {
    return ExactWorker(*this).rank(tables_.part_of(root_), root_path(kNoLimit), below, by_members);
}

int ExactSearch::least_by_sizes(int below) {
    return ExactWorker(*this).bound_by_sizes(tables_.part_of(root_), root_path(kNoLimit), below);
}

int ExactSearch::least_cost(const std::vector<std::uint16_t>& guesses, int below, int threads,
                            const Watch& watch) {
    const Part root = tables_.part_of(root_);
    limit_ = 0;  // the bounds of the first guesses are these from here on
    first_bounds_.clear();
    cheapest_ = kNoGuess;
    int cost = kNoTotal;
    report_while([&] {
        run(threads, watch, [&](ExactWorker& worker) {
            cost = worker.least_cost(root, guesses, below, root_path(kNoLimit));
        });
    });
    return cost;
}

bool ExactSearch::fits(int turns, int threads, const Watch& watch) {
    bool does = false;
    run(threads, watch,
        [&](ExactWorker& worker) { does = worker.fits(tables_.part_of(root_), 0, root_path(turns)); });
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

TreeNodes ExactSearch::tree(int limit, bool by_turns, std::uint16_t first, const Watch& watch) {
    struct Open {
        std::vector<Member> members;
        std::uint32_t parent;
        Ordinal feedback;
        Path path;
        bool is_solved;
    };
    const auto pegs = static_cast<std::size_t>(tables_.variant.pegs);
    TreeNodes nodes;
    std::vector<Open> open{{root_, 0, 0, root_path(limit), by_turns || lower_ == upper_}};
    Split parts;
    const auto grow = [&](ExactWorker& worker) {
        Open here = std::move(open.back());
        open.pop_back();
        const Part set = tables_.part_of(here.members);
        const bool is_given = nodes.parents.empty() && first != kNoGuess;
        here.is_solved = here.is_solved || is_given;
        const std::uint16_t guess =
            is_given ? first : worker.best_guess(set, here.path, by_turns, here.is_solved);
        const Path path = here.path.after(guess, tables_.colors[guess], tables_.branches);
        const auto number = static_cast<std::uint32_t>(nodes.parents.size());
        nodes.guesses.insert(nodes.guesses.end(), tables_.codes[guess], tables_.codes[guess] + pegs);
        nodes.parents.push_back(here.parent);
        nodes.feedbacks.push_back(here.feedback);
        nodes.wins.push_back(std::binary_search(here.members.begin(), here.members.end(), guess));
        ChunkedSet(tables_, set).split(guess, parts);
        parts.list_all(tables_);
        for (int i = 0; i < parts.count; ++i) {
            const Part& part = parts.parts[i];
            open.push_back({{part.members, part.members + part.size},
                            number,
                            worker.answer(guess, part.members[0]),
                            path,
                            here.is_solved});
        }
    };
    run(1, watch, [&](ExactWorker& worker) {
        for (; !open.empty(); grow(worker))
            if (stop_) throw Interrupted{};
    });
    return nodes;
}

}  // namespace keypeg
