// The exact search for the least total.
#include "exact_worker.hpp"

#include <limits>

namespace keypeg {

namespace {

constexpr float kTellsNothing = std::numeric_limits<float>::infinity();  // the estimate of a useless guess

}  // namespace

// Up to kTiny candidates: they need 2 n - 1 if one of them tells all others apart, 2 n if one leaves a single
// pair, and at least 2 n otherwise. This takes less time than to look up what is remembered.
Known ExactWorker::bound_tiny(const Part& set, int limit) const {
    const int n = set.size;
    const int own = n <= 2 ? n : own_parts(set);
    if (own == n) return {2 * n - 1, 2 * n - 1, kNoGuess};
    if (own == n - 1 && limit > 2) return {2 * n, 2 * n, kNoGuess};
    return {2 * n, kNoTotal, kNoGuess};
}

// Bounds a set by its size, or by what is remembered; returns whether no other bound can be better.
bool ExactWorker::bound_at_once(const Part& set, const SetKey& key, const Path& path, Known& known) const {
    const int n = set.size;
    if (n > tables_.capacity(path.branches, path.limit)) {
        known.lower = kNoTotal;
        return true;
    }
    if (n <= kTiny) known = bound_tiny(set, path.limit);
    if (known.upper < kNoTotal) return true;
    known.lower = std::max(known.lower, tables_.floor(path.branches, n));
    look_up(key, known);
    return known.upper < kNoTotal;
}

// Returns a lower bound on the least total, found without trying other codes than the members: if none of
// them tells all others apart, no strategy needs fewer than 2 n.
int ExactWorker::bound_by_members(const Part& set, int depth, const Path& path) {
    const int n = set.size;
    const SetKey key = salted(set.key, path.limit);
    Known known;
    if (bound_at_once(set, key, path, known) || known.lower >= 2 * n) return known.lower;
    const Few few = prepare(set, frame(depth));
    if (few.own == n)
        known = {2 * n - 1, 2 * n - 1, kNoGuess};
    else if (few.own == n - 1 && path.limit > 2)
        known = {2 * n, 2 * n, kNoGuess};
    else
        known.lower = 2 * n;
    memo_.store(key, known);
    return known.lower;
}

// Returns a lower bound on the least total, one step deep. If the set is solved next, then up to `beta`.
int ExactWorker::bound(const Part& set, int beta, int depth, const Path& path) {
    const int n = set.size;
    const SetKey key = salted(set.key, path.limit);
    Known known;
    if (bound_at_once(set, key, path, known)) return known.lower;
    if (known.lower >= beta || (n <= kFew && known.lower > std::max(tables_.floor(path.branches, n), 2 * n)))
        return known.lower;  // the bound of a larger set may have been found for a smaller beta
    if (n <= kFew)
        bound_few(set, depth, path, known);
    else if (search_.uses(Idea::kBoundLargeParts))
        known.lower = std::max(known.lower, bound_large(set, beta, path));
    else
        return known.lower;
    memo_.store(key, known);
    return known.lower;
}

// Up to 64 candidates. With n candidates, k parts, and w = 1 if the guess may win, a guess costs at least
// n + (2 (n - w) - (k - w)) = 3 n - k - w, since a part of m costs at least 2 m - 1.
void ExactWorker::bound_few(const Part& set, int depth, const Path& path, Known& known) {
    const int n = set.size, limit = path.limit;
    Frame& here = frame(depth);
    const Few few = prepare(set, here);
    if (few.own == n) {
        known = {2 * n - 1, 2 * n - 1, kNoGuess};
    } else if (few.own == n - 1 && limit > 2) {
        known = {2 * n, 2 * n, kNoGuess};
    } else {
        const int most = path.order ? most_parts(set, few, here, *path.order) : count_parts(set, few, here);
        if (most == n)
            known = {2 * n, 2 * n, kNoGuess};
        else if (limit <= 2)
            known = {kNoTotal, kNoTotal, kNoGuess};
        else
            known.lower = std::max(known.lower, 3 * n - std::max(most, few.own + 1));
    }
}

// More than 64: what a guess with the most parts costs at least. Where parts share what is missing, that will
// do for now; otherwise, and for the largest sets, the guesses are ranked.
int ExactWorker::bound_large(const Part& set, int beta, const Path& path) {
    if (set.size <= kMostCounted && search_.uses(Idea::kCountedParts) &&
        (path.order || search_.uses(Idea::kShares))) {
        const int most = most_parts(set, path);
        const int least = least_with_parts(set.size, most, tables_.floors(std::min(path.branches, most)));
        if (least >= beta || search_.uses(Idea::kShares)) return least;
    }
    return bound_by_sizes(set, path, beta);
}

// Returns what the guess with the best part sizes costs at least, or `below` if none costs less.
int ExactWorker::bound_by_sizes(const Part& set, const Path& path, int below) {
    if (set.size <= kMostCounted && search_.uses(Idea::kCountedParts))
        return sieve_.least(set, std::min(path.branches, most_parts(set, path)), below);
    const Ranking ranking = rank_large(set, path, below);
    int least = std::min(ranking.least, below);
    for (const Ranked& ranked : ranking.guesses) least = std::min(least, ranked.bound);
    return least;
}

// Returns the cost of a guess that splits a set of `size` into these parts.
//  1. Bound each part by its size alone.
//  2. Bound each part by its members alone, or by what is remembered; nearly all tiny parts are solved here.
//  3. Bound each part one step deep, small parts first, since they take less time.
//  4. Bound the larger parts by the sizes that guesses leave.
//  5. Solve the parts, small ones first.
int ExactWorker::cost(int size, Split& split, int beta, int depth, const Path& path, FirstGuess* first) {
    Account account{beta, size, {}, {}, first};
    for (int i = 0; i < split.count; ++i) {
        const Part& part = split.parts[i];
        if (part.size > tables_.capacity(path.branches, path.limit)) return kNoTotal;
        account.bounds[i] = tables_.floor(path.branches, part.size);
        account.sum += account.bounds[i];
    }
    int tiny = 0;
    while (tiny < split.count && split.parts[tiny].size <= kTiny) ++tiny;
    for (int i = tiny; i-- > 0 && account.is_open();) {
        split.list(tables_, i);
        const Known known = bound_tiny(split.parts[i], path.limit);
        account.is_solved[i] = known.upper < kNoTotal;
        account.raise(i, std::max(known.lower, account.bounds[i]));
    }
    if (!account.is_open()) return std::min(account.sum, kNoTotal);
    for (int i = tiny; i < split.count; ++i) {
        split.list(tables_, i);
        memo_.prefetch(salted(split.parts[i].key, path.limit));
    }
    for (int i = tiny; i < split.count && account.is_open() && search_.uses(Idea::kBoundByMembers); ++i)
        account.raise(i, bound_by_members(split.parts[i], depth + 1, path));
    for (int i = 0; i < split.count && account.is_open() && search_.uses(Idea::kBoundParts); ++i)
        if (!account.is_solved[i]) account.raise(i, bound(split.parts[i], account.all(i), depth + 1, path));
    if (search_.uses(Idea::kBoundLargeParts) && search_.uses(Idea::kShares))
        bound_larger_parts(split, path, account);
    solve_parts(split, depth, path, account);
    return std::min(account.sum, kNoTotal);
}

// Bounds the parts whose sizes tell more than their number by ranking their guesses, each up to its share of
// what is missing. (Those of more than kMostCounted have been ranked already.)
void ExactWorker::bound_larger_parts(const Split& split, const Path& path, Account& account) {
    constexpr int kAlike = 160;  // up to this size, ranking refutes hardly more than counting
    const auto is_larger = [&](const Part& part) { return part.size > kAlike && part.size <= kMostCounted; };
    int left = 0;
    for (int i = 0; i < split.count; ++i) left += is_larger(split.parts[i]) ? split.parts[i].size : 0;
    for (int i = 0; i < split.count && account.is_open(); ++i) {
        const Part& part = split.parts[i];
        if (!is_larger(part)) continue;
        const int below = account.share(i, part.size, left);
        left -= part.size;
        const SetKey key = salted(part.key, path.limit);
        Known known;
        if (bound_at_once(part, key, path, known)) continue;
        known.lower = std::max({known.lower, account.bounds[i], bound_by_sizes(part, path, below)});
        memo_.store(key, known);
        account.raise(i, known.lower);
    }
}

// Solves the parts until beta is reached or all are solved. The first steps by which a bound is raised are by
// far the cheapest, so a large part is only asked whether it costs its share of what is missing, the more the
// larger it is. If it does and other parts don't, it is asked again in the next round.
void ExactWorker::solve_parts(const Split& split, int depth, const Path& path, Account& account) {
    constexpr int kSolvedAtOnce = 32;  // up to this size, sharing saves nothing
    const auto weight = [&](int i) {
        return search_.uses(Idea::kShares) ? std::max(split.parts[i].size - kSolvedAtOnce, 0) : 0;
    };
    int unsolved[kMostSlots], count = 0;
    for (int i = 0; i < split.count; ++i)
        if (!account.is_solved[i]) unsolved[count++] = i;
    while (count > 0 && account.is_open()) {
        int left = 0, still = 0;
        for (int k = 0; k < count; ++k) left += weight(unsolved[k]);
        for (int k = 0; k < count && account.is_open(); ++k) {
            const int i = unsolved[k];
            const int below = account.share(i, weight(i), left);
            left -= weight(i);
            account.raise(i, solve(split.parts[i], below, depth + 1, path));
            if (account.bounds[i] >= below) unsolved[still++] = i;
        }
        count = still;
    }
}

//  1. Bound by size.
//  2. Look up what is remembered of the set.
//  3. Look up what is remembered of an equal set, up to a renaming of pegs and colors.
//  4. Search.
int ExactWorker::solve(const Part& set, int beta, int depth, const Path& path) {
    const int n = set.size;
    if (n > tables_.capacity(path.branches, path.limit)) return kNoTotal;
    Known known;
    if (n <= kTiny) known = bound_tiny(set, path.limit);
    known.lower = std::max(known.lower, tables_.floor(path.branches, n));
    if (known.lower >= beta || known.upper < kNoTotal) return known.lower;
    const SetKey key = salted(set.key, path.limit);
    look_up(key, known);
    if (known.lower >= beta || known.lower == known.upper) return known.lower;
    if (search_.stop_.load(std::memory_order_relaxed)) throw Interrupted{};
    const Renamed renamed(tables_, set);
    const SetKey renamed_key = salted(renamed.key(), path.limit);
    recall(renamed, renamed_key, known);
    if (known.lower < beta && known.lower < known.upper) {
        ++counts.sets;
        known = n <= kFew ? solve_few(set, known, key, beta, depth, path)
                          : solve_large(set, known, key, beta, depth, path);
        remember(renamed, renamed_key, known);
    }
    memo_.store(key, known);
    return known.lower;
}

// Up to 64 candidates:
//  1. Try the members: one that tells all apart gives 2 n - 1, one that leaves a single pair 2 n.
//  2. Count the parts of every code: another code that tells all apart gives 2 n; otherwise bound() applies.
//  3. Try guesses in order of their bound 3 n - k - w, the most promising first.
Known ExactWorker::solve_few(const Part& set, Known known, const SetKey& key, int beta, int depth,
                             const Path& path) {
    const int n = set.size;
    const auto exactly = [](int total, std::uint16_t guess) { return Known{total, total, guess}; };
    Frame& here = frame(depth);
    const Few few = prepare(set, here);
    if (few.own == n) return exactly(2 * n - 1, kNoGuess);
    if (few.own == n - 1 && path.limit > 2) return exactly(2 * n, kNoGuess);
    int best = std::min(beta, known.upper), least = kNoTotal;
    count_parts(set, few, here, path.limit > 2 ? path.order : nullptr, 3 * n - best + 1);
    if (here.counted.most == n) return exactly(2 * n, kNoGuess);
    if (path.limit <= 2) return exactly(kNoTotal, kNoGuess);
    const int most = here.counted.bound;

    int at = 3 * n - std::max(most, few.own + 1);
    known.lower = std::max(known.lower, at);
    const int branches = search_.uses(Idea::kFewerBranches) ? std::min(path.branches, most) : path.branches;
    const std::uint64_t* allowed_codes = allowed(path);
    for (; at < best && at <= 3 * n; ++at) {
        rank_few(set, few, here, at, best, allowed_codes, most, branches, least);
        for (const Ranked& ranked : here.guesses) {
            split_few(set, few, ranked.guess, here);
            const int total = cost(n, here.split, best, depth,
                                   path.after(ranked.guess, tables_.colors[ranked.guess], branches));
            if (total >= best) {
                least = std::min(least, total);
                continue;
            }
            best = known.upper = total;
            known.guess = ranked.guess;
            if (best <= at) break;
            memo_.store(key, known);  // in case the search is stopped
        }
    }
    if (known.upper < beta) return exactly(known.upper, known.guess);
    known.lower = std::max({known.lower, beta, at > 3 * n ? least : std::min(least, at)});
    return known;
}

// More than 64 candidates: tries guesses up to symmetry, the most promising first, and cuts by the sizes of
// their parts. The first guess is tried alone, for a good bound; then other threads may take some of the
// rest.
Known ExactWorker::solve_large(const Part& set, Known known, const SetKey& key, int beta, int depth,
                               const Path& path) {
    LargeNode node(set, path, depth, tables_);
    node.key = key;
    node.known = known;
    node.best = std::min(beta, known.upper);
    rank_for_total(node);
    {
        const ExactSearch::Reported reported(search_, node);
        if (is_root(node)) bound_first_guesses(node);
        settle(node);
    }
    known = node.known;
    known.lower = node.best < beta ? known.upper : std::max({known.lower, beta, node.least});
    return known;
}

// Returns the cost of the best of some guesses, if that is below `below`.
int ExactWorker::least_cost(const Part& set, const std::vector<std::uint16_t>& guesses, int below,
                            const Path& path) {
    LargeNode node(set, path, 0, tables_);
    node.key = some_guesses_key(set.key);
    node.best = below;
    node.has_all_guesses = false;
    const Ranking ranking = rank_large(set, path, kNoTotal);
    const std::vector<Ranked>& all = ranking.guesses;
    node.branches = ranking.branches;
    const auto before = [](const Ranked& ranked, std::uint16_t guess) { return ranked.guess < guess; };
    for (const std::uint16_t guess : guesses) {
        const auto found = std::lower_bound(all.begin(), all.end(), guess, before);
        const bool tells = found != all.end() && found->guess == guess;
        node.guesses.push_back(tells ? *found : Ranked{kTellsNothing, set.size, guess});
    }
    drop_costly(node);
    sort_likeliest_first(node.guesses);
    {
        const ExactSearch::Reported reported(search_, node);
        settle(node);
    }
    return node.best < below ? node.best.load() : std::max(below, node.least);
}

// Drops the guesses that can't cost less than the best.
void ExactWorker::drop_costly(LargeNode& node) {
    std::erase_if(node.guesses, [&](const Ranked& ranked) {
        if (ranked.bound < node.best) return false;
        node.least = std::min(node.least, ranked.bound);
        return true;
    });
}

// Lists the guesses that might cost less than the best, also by the members of their parts if there are
// enough guesses to look into them all at once.
void ExactWorker::rank_for_total(LargeNode& node) {
    constexpr std::size_t kPairs = 512;  // of members, compared in the time in which a guess is looked into
    Ranking ranking = rank_large(node.set, node.path, node.best);
    node.guesses = std::move(ranking.guesses);
    node.branches = ranking.branches;
    node.least = ranking.least;
    drop_costly(node);
    const auto size = static_cast<std::size_t>(node.set.size);
    if (search_.uses(Idea::kBoundByMembers) && node.guesses.size() * kPairs > size * size) {
        sieve_.raise_by_members(node.set, node.branches, node.guesses);
        drop_costly(node);
    }
    sort_likeliest_first(node.guesses);
}

// Before the search begins, bounds each first guess one step deep, so that the least of these is a useful
// lower bound. Bounds from an earlier run are taken over.
void ExactWorker::bound_first_guesses(LargeNode& root) {
    constexpr std::size_t kFewGuesses = 64;  // up to symmetry; later in a game there may be thousands
    if (root.guesses.size() > kFewGuesses) return;
    Split parts;
    for (Ranked& ranked : root.guesses) {
        int& bound_so_far = search_.first_bounds_[ranked.guess];
        const Path path = root.path.after(ranked.guess, tables_.colors[ranked.guess], root.branches);
        root.masks.split(ranked.guess, parts);
        parts.list_all(tables_);
        int sum = root.set.size;
        for (int i = 0; i < parts.count; ++i)
            sum = std::min(sum + bound(parts.parts[i], kNoTotal, root.depth + 1, path), kNoTotal);
        const std::lock_guard lock(root.mutex);
        bound_so_far = ranked.bound = std::max({ranked.bound, bound_so_far, sum});
    }
}

void ExactWorker::work_on_total(LargeNode& node) {
    constexpr std::size_t kManyGuesses = 64;  // that make it worth while to order all codes
    if (node.guesses.size() >= kManyGuesses && search_.uses(Idea::kOrderedCodes))
        std::call_once(node.ordering, [&] { node.order = order_by_parts(node.set); });
    Split parts;
    while (Ranked* ranked = take(node)) {
        int total = ranked->bound;
        if (total < node.best) {
            if (search_.stop_.load(std::memory_order_relaxed)) throw Interrupted{};
            ++counts.guesses;
            node.masks.split(ranked->guess, parts);
            FirstGuess first{node, *ranked};
            total = cost(node.set.size, parts, node.best, node.depth,
                         node.path.after(ranked->guess, tables_.colors[ranked->guess], node.branches,
                                         node.order.get()),
                         is_root(node) ? &first : nullptr);
        }
        const std::lock_guard lock(node.mutex);
        ranked->bound = std::max(ranked->bound, total);
        if (total < node.best) {
            node.best = node.known.upper = total;
            node.known.guess = ranked->guess;
            memo_.store(node.key, node.known);  // in case the search is stopped
        } else {
            node.least = std::min(node.least, total);
        }
    }
}

}  // namespace keypeg
