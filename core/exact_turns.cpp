// The exact search for the fewest turns that always suffice.
#include "exact_worker.hpp"

namespace keypeg {

// Returns whether the turns that are left always suffice for the set. What is remembered here are turns
// instead of totals.
//  1. Check the size: too many codes to be told apart, or few enough to be guessed one after the other.
//  2. Look up what is remembered of the set, or of an equal set up to a renaming of pegs and colors.
//  3. Try guesses that leave no part too large for the remaining turns, the most promising first.
bool ExactWorker::fits(const Part& set, int depth, const Path& path) {
    const int n = set.size, turns = path.limit;
    if (n > tables_.capacity(path.branches, turns)) return false;
    if (n <= turns) return true;
    Known known{1, kNoTotal, kNoGuess};
    const SetKey key = turns_key(set.key);
    look_up(key, known);
    if (known.upper <= turns) return true;
    if (known.lower > turns) return false;
    if (search_.stop_.load(std::memory_order_relaxed)) throw Interrupted{};
    if (is_abandoned()) throw Abandoned{};
    const Renamed renamed(tables_, set);
    const SetKey renamed_key = turns_key(renamed.key());
    recall(renamed, renamed_key, known);
    if (known.lower <= turns && known.upper > turns) {
        ++counts.sets;
        const std::uint16_t guess =
            n <= kFew ? fitting_few(set, depth, path) : fitting_large(set, depth, path);
        known =
            guess != kNoGuess ? Known{known.lower, turns, guess} : Known{turns + 1, known.upper, known.guess};
        remember(renamed, renamed_key, known);
    }
    memo_.store(key, known);
    return known.upper <= turns;
}

// Returns a guess after which one turn less suffices, or none. For up to 64 candidates: tries a guess that
// tells all apart, then those that make the most parts.
std::uint16_t ExactWorker::fitting_few(const Part& set, int depth, const Path& path) {
    const int n = set.size;
    Frame& here = frame(depth);
    const Few few = prepare(set, here);
    const int most = few.own == n ? n : count_parts(set, few, here);
    if (most == n) return sets_all_apart(set, few, here);
    if (path.limit == 2) return kNoGuess;
    const std::uint64_t* allowed_codes = allowed(path);
    int least = kNoTotal;
    const int branches = search_.uses(Idea::kFewerBranches) ? std::min(path.branches, most) : path.branches;
    for (int at = 3 * n - std::max(most, few.own + 1); at < 3 * n - 1; ++at) {
        rank_few(set, few, here, at, kNoTotal, allowed_codes, most, branches, least);
        for (const Ranked& ranked : here.guesses) {
            split_few(set, few, ranked.guess, here);
            here.split.list_all(tables_);
            if (all_fit(here.split, depth + 1,
                        path.after(ranked.guess, tables_.colors[ranked.guess], branches)))
                return ranked.guess;
        }
    }
    return kNoGuess;
}

// The same for more than 64 candidates; other threads may help.
std::uint16_t ExactWorker::fitting_large(const Part& set, int depth, const Path& path) {
    LargeNode node(set, path, depth, tables_);
    node.is_about_turns = true;
    Ranking ranking = rank_large(set, path, kNoTotal);
    node.guesses = std::move(ranking.guesses);
    node.branches = ranking.branches;
    sort_likeliest_first(node.guesses);
    settle(node);
    return node.known.guess;
}

void ExactWorker::work_on_turns(LargeNode& node) {
    try {
        const Within within(*this, node);
        Split parts;
        while (Ranked* ranked = node.is_settled ? nullptr : take(node)) {
            ++counts.guesses;
            node.masks.split(ranked->guess, parts);
            parts.list_all(tables_);
            if (!all_fit(parts, node.depth + 1,
                         node.path.after(ranked->guess, tables_.colors[ranked->guess], node.branches)))
                continue;
            const std::lock_guard lock(node.mutex);
            node.known.guess = ranked->guess;
            node.is_settled = true;
        }
    } catch (const Abandoned&) {
        if (is_abandoned()) throw;  // a set that contains this one has been settled
    }
}

// Returns whether the turns that are left suffice for each part.
//  1. Check the size of each part, and what is remembered of it.
//  2. Search the parts, the largest first: it is the most likely to fail.
bool ExactWorker::all_fit(const Split& split, int depth, const Path& path) {
    if (split.count == 0) return true;
    if (split.parts[split.count - 1].size > tables_.capacity(path.branches, path.limit)) return false;
    for (int i = split.count; i-- > 0 && split.parts[i].size > path.limit;) {
        Known known{1, kNoTotal, kNoGuess};
        look_up(turns_key(split.parts[i].key), known);
        if (known.lower > path.limit) return false;
    }
    for (int i = split.count; i-- > 0;)
        if (!fits(split.parts[i], depth, path)) return false;
    return true;
}

}  // namespace keypeg
