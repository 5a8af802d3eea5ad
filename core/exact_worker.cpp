#include "exact_worker.hpp"

#include <algorithm>
#include <bit>
#include <exception>

namespace keypeg {

namespace {

bool by_estimate(const Ranked& a, const Ranked& b) {
    return a.estimate != b.estimate ? a.estimate < b.estimate : a.guess < b.guess;
}

}  // namespace

// ---- sets as masks

// Three candidates: one of them may tell the other two apart (1 + 2 + 2); else three turns or another guess
// (6).
int ExactWorker::total_of_three(const Member* m) const {
    const int ab = score(m[0], m[1]), ac = score(m[0], m[2]), bc = score(m[1], m[2]);
    return ab != ac || ab != bc ? 5 : 6;
}

ExactWorker::Few ExactWorker::prepare(const Part& set, Frame& frame) const {
    frame.planes.assign(static_cast<std::size_t>(2 * tables_.variant.pegs * tables_.variant.colors), 0);
    for (int i = 0; i < set.size; ++i)
        for (std::size_t k = 0; k < tables_.width; ++k)
            frame.planes[tables_.planes_of(set.members[i])[k]] |= std::uint64_t{1} << i;
    Few few{};
    few.all = ~std::uint64_t{0} >> (64 - set.size);
    std::uint64_t masks[kMostSlots];
    std::uint8_t sizes[kMostSlots];
    for (int i = 0; i < set.size && few.own < set.size; ++i) {
        const int parts = kernels().split_small(tables_.variant.pegs, frame.planes.data(),
                                                tables_.planes_of(set.members[i]), few.all, masks, sizes);
        few.parts[i] = static_cast<std::uint8_t>(parts);
        few.own = std::max(few.own, parts);
    }
    return few;
}

// Counts the parts that each code makes of the set, for with_parts(), and returns the most, if more than
// members make.
int ExactWorker::most_parts(const Part& set, const Few& few, Frame& frame) const {
    const auto size = static_cast<std::size_t>(set.size);
    const std::size_t bits = static_cast<std::size_t>(part_bits(tables_.variant.pegs));
    const std::size_t block_size = bits * tables_.planes.block_words();
    frame.selected.resize(size * tables_.width);
    for (std::size_t i = 0; i < size; ++i)
        std::copy_n(tables_.planes_of(set.members[i]), tables_.width,
                    frame.selected.data() + i * tables_.width);
    frame.parts.resize(block_size * tables_.planes.blocks() / kBlockWords);
    for (std::size_t b = 0; b < tables_.planes.blocks(); ++b)
        kernels().count_distinct(tables_.variant.pegs, tables_.planes.block(b), frame.selected.data(), size,
                                 frame.parts[0].words + b * block_size);
    for (int number = std::min(set.size, tables_.answers); number > few.own; --number)
        for (std::size_t word = 0; word < tables_.words; ++word)
            if (with_parts(frame, number, word) != 0) return number;
    return few.own;
}

std::uint64_t ExactWorker::with_parts(const Frame& frame, int number, std::size_t word) const {
    const int bits = part_bits(tables_.variant.pegs);
    const std::size_t stride = tables_.planes.block_words();
    const std::uint64_t* planes =
        frame.parts[0].words + word / stride * stride * static_cast<std::size_t>(bits) + word % stride;
    std::uint64_t mask = ~std::uint64_t{0};
    for (int k = 0; k < bits; ++k, planes += stride) mask &= (number >> k & 1) ? *planes : ~*planes;
    return mask;
}

void ExactWorker::split_masks(const Part& set, const std::uint64_t* masks, const std::uint8_t* sizes,
                              Split& out) const {
    int order[kMostSlots];
    out.count = 0;
    for (int slot = 0; slot < tables_.slots; ++slot)
        if (sizes[slot] != 0 && slot != tables_.win) order[out.count++] = slot;
    std::sort(order, order + out.count, [&](int a, int b) { return sizes[a] < sizes[b]; });
    out.members.resize(static_cast<std::size_t>(set.size));
    Member* place = out.members.data();
    for (int i = 0; i < out.count; ++i) {
        out.parts[i] = {place, sizes[order[i]], {}};
        for (std::uint64_t mask = masks[order[i]]; mask != 0; mask &= mask - 1) {
            *place = set.members[std::countr_zero(mask)];
            out.parts[i].key = out.parts[i].key ^ tables_.keys[*place++];
        }
    }
}

void ExactWorker::split(const Part& set, std::uint16_t guess, Split& out) const {
    std::vector<std::uint8_t> answers(static_cast<std::size_t>(set.size));
    int sizes[kMostSlots] = {}, order[kMostSlots], part_of[kMostSlots];
    for (int i = 0; i < set.size; ++i)
        ++sizes[answers[static_cast<std::size_t>(i)] =
                    static_cast<std::uint8_t>(score(guess, set.members[i]))];
    out.count = 0;
    for (int slot = 0; slot < tables_.slots; ++slot)
        if (sizes[slot] != 0 && slot != tables_.win) order[out.count++] = slot;
    std::sort(order, order + out.count, [&](int a, int b) { return sizes[a] < sizes[b]; });
    out.members.resize(static_cast<std::size_t>(set.size));
    Member* places[kMostSlots];
    Member* place = out.members.data();
    for (int i = 0; i < out.count; ++i) {
        out.parts[i] = {place, sizes[order[i]], {}};
        part_of[order[i]] = i;
        places[i] = place;
        place += sizes[order[i]];
    }
    for (int i = 0; i < set.size; ++i) {
        const int slot = answers[static_cast<std::size_t>(i)];
        if (slot == tables_.win) continue;
        const int part = part_of[slot];
        *places[part]++ = set.members[i];
        out.parts[part].key = out.parts[part].key ^ tables_.keys[set.members[i]];
    }
}

const std::uint64_t* ExactWorker::allowed(const Path& path) const {
    return path.is_complete ? search_.representatives(path.guesses).data()
                            : search_.fresh_in_order(path.colors).data();
}

// ---- least total

// Returns a lower bound of the least total, one step deep. With n candidates, k parts, and w = 1 if the guess
// may win, a guess costs at least n + (2 (n - w) - (k - w)) = 3 n - k - w, since a part of m costs at least 2
// m - 1.
int ExactWorker::bound(const Part& set, int depth, int limit) {
    const int n = set.size;
    if (n > tables_.capacity[limit]) return kNoTotal;
    if (n <= 2) return 2 * n - 1;
    if (n == 3) return total_of_three(set.members);
    Known known;
    known.lower = tables_.floor[static_cast<std::size_t>(n)];
    const SetKey key = salted(set.key, limit);
    look_up(key, known);
    if (known.lower > tables_.floor[static_cast<std::size_t>(n)] || n > kFew) return known.lower;
    Frame& here = frame(depth);
    const Few few = prepare(set, here);
    if (few.own == n) {
        known = {2 * n - 1, 2 * n - 1, kNoGuess};
    } else if (few.own == n - 1 && limit > 2) {
        known = {2 * n, 2 * n, kNoGuess};
    } else {
        const int most = most_parts(set, few, here);
        known.lower = std::max(known.lower, most == n ? 2 * n : 3 * n - std::max(most, few.own + 1));
        if (most == n) known.upper = 2 * n;
    }
    memo_.store(key, known);
    return known.lower;
}

// Returns what a guess costs that splits a set of `size` into these parts.
//  1. Bounds by size alone.
//  2. Bounds one step deep, or what is remembered.
//  3. The parts themselves, small ones first; each may cost what the bounds of the others leave.
int ExactWorker::cost(int size, Split& split, int beta, int depth, const Path& path) {
    int sum = size, bounds[kMostSlots];
    for (int i = 0; i < split.count; ++i) {
        const Part& part = split.parts[i];
        if (part.size > tables_.capacity[path.limit]) return kNoTotal;
        bounds[i] = part.size == 3 ? total_of_three(part.members)
                                   : tables_.floor[static_cast<std::size_t>(part.size)];
        sum += bounds[i];
    }
    for (int i = 0; i < split.count && sum < beta; ++i) {
        if (split.parts[i].size <= 3) continue;
        const int better = bound(split.parts[i], depth + 1, path.limit);
        sum += better - bounds[i];
        bounds[i] = better;
    }
    for (int i = 0; i < split.count && sum < beta; ++i) {
        if (split.parts[i].size <= (path.limit > 2 ? 3 : 2)) continue;
        sum += solve(split.parts[i], beta - (sum - bounds[i]), depth + 1, path) - bounds[i];
    }
    return std::min(sum, kNoTotal);
}

int ExactWorker::solve(const Part& set, int beta, int depth, const Path& path) {
    const int n = set.size;
    if (n > tables_.capacity[path.limit]) return kNoTotal;
    if (n <= 2) return 2 * n - 1;
    if (n == 3 && path.limit > 2) return total_of_three(set.members);
    Known known;
    known.lower = tables_.floor[static_cast<std::size_t>(n)];
    if (known.lower >= beta) return known.lower;
    const SetKey key = salted(set.key, path.limit);
    look_up(key, known);
    if (known.lower >= beta || known.lower == known.upper) return known.lower;
    if (search_.stop_.load(std::memory_order_relaxed)) throw Interrupted{};
    ++counts.sets;
    return n <= kFew ? solve_few(set, known, key, beta, depth, path)
                     : solve_large(set, known, key, beta, depth, path);
}

// Up to 64 candidates:
//  1. The members: one that sets all apart gives 2 n - 1, one that leaves a single pair 2 n.
//  2. The number of parts of every code: another code that sets all apart gives 2 n; else the bound of
//  bound().
//  3. Guesses by rising bound 3 n - k - w, guesses that make the same parts once, the likeliest first.
int ExactWorker::solve_few(const Part& set, Known known, const SetKey& key, int beta, int depth,
                           const Path& path) {
    const int n = set.size;
    const auto exactly = [&](int total, std::uint16_t guess) {
        memo_.store(key, {total, total, guess});
        return total;
    };
    Frame& here = frame(depth);
    const Few few = prepare(set, here);
    if (few.own == n) return exactly(2 * n - 1, kNoGuess);
    if (few.own == n - 1 && path.limit > 2) return exactly(2 * n, kNoGuess);
    const int most = most_parts(set, few, here);
    if (most == n) return exactly(2 * n, kNoGuess);
    if (path.limit <= 2) return exactly(kNoTotal, kNoGuess);

    int at = 3 * n - std::max(most, few.own + 1);
    known.lower = std::max(known.lower, at);
    int best = std::min(beta, known.upper), least = kNoTotal;
    const std::uint64_t* allowed_codes = allowed(path);
    here.seen.clear();
    std::uint64_t masks[kMostSlots];
    std::uint8_t sizes[kMostSlots];
    for (; at < best && at <= 3 * n; ++at) {
        rank_few(set, few, here, at, best, allowed_codes, most, least);
        for (const Ranked& ranked : here.guesses) {
            kernels().split_small(tables_.variant.pegs, here.planes.data(), tables_.planes_of(ranked.guess),
                                  few.all, masks, sizes);
            split_masks(set, masks, sizes, here.split);
            const int total =
                cost(n, here.split, best, depth, path.after(ranked.guess, tables_.colors[ranked.guess]));
            if (total >= best) {
                least = std::min(least, total);
                continue;
            }
            best = total;
            known.upper = total;
            known.guess = ranked.guess;
            if (best <= at) break;
        }
    }
    if (known.upper < beta) return exactly(known.upper, known.guess);
    known.lower = std::max({known.lower, beta, at > 3 * n ? least : std::min(least, at)});
    memo_.store(key, known);
    return known.lower;
}

// Lists in the frame the guesses whose bound 3 n - k - w is `bound` and that can cost less than `best`.
void ExactWorker::rank_few(const Part& set, const Few& few, Frame& frame, int bound, int best,
                           const std::uint64_t* allowed, int most, int& least) {
    const int n = set.size, parts = 3 * n - bound;
    std::uint64_t masks[kMostSlots];
    std::uint8_t sizes[kMostSlots];
    frame.guesses.clear();
    const auto consider = [&](std::size_t code) {
        ++counts.guesses;
        kernels().split_small(tables_.variant.pegs, frame.planes.data(), tables_.planes_of(code), few.all,
                              masks, sizes);
        float estimate = 0;
        int floor = n;
        std::uint64_t hash = 0;
        for (int slot = 0; slot < tables_.slots; ++slot) {
            if (sizes[slot] == 0) continue;
            hash += scramble(masks[slot]);
            if (slot == tables_.win) continue;
            estimate += tables_.estimate[sizes[slot]];
            floor += tables_.floor[sizes[slot]];
        }
        // The win is a part of its own, so the same parts with and without it must not be taken for equal.
        if (sizes[tables_.win] != 0) hash ^= 1 << 20;
        if (floor >= best)
            least = std::min(least, floor);
        else if (frame.seen.insert(hash))
            frame.guesses.push_back({estimate, floor, static_cast<std::uint16_t>(code)});
    };
    for (int i = 0; i < n; ++i) {
        const Member member = set.members[i];
        if (few.parts[i] == parts - 1 && (allowed[member / 64] >> (member % 64) & 1)) consider(member);
    }
    if (parts > 1 && parts <= most)
        for (std::size_t word = 0; word < tables_.words; ++word)
            for (std::uint64_t mask = with_parts(frame, parts, word) & allowed[word]; mask != 0;
                 mask &= mask - 1)
                consider(word * 64 + static_cast<std::size_t>(std::countr_zero(mask)));
    std::sort(frame.guesses.begin(), frame.guesses.end(), by_estimate);
}

void ExactWorker::rank_large(const Part& set, const Path& path, std::vector<Ranked>& out) const {
    constexpr std::size_t kBatch = 512;
    const auto pegs = static_cast<std::size_t>(tables_.variant.pegs);
    const auto slots = static_cast<std::size_t>(tables_.slots);
    const std::uint64_t* allowed_codes = allowed(path);
    std::vector<Color> rows, batch;
    for (int i = 0; i < set.size; ++i)
        rows.insert(rows.end(), tables_.codes[set.members[i]], tables_.codes[set.members[i]] + pegs);
    const Planes planes(tables_.variant,
                        {rows.data(), static_cast<std::size_t>(set.size), tables_.variant.pegs});
    std::vector<std::uint16_t> guesses;
    for (std::size_t code = 0; code < tables_.codes.count; ++code)
        if (allowed_codes[code / 64] >> (code % 64) & 1) guesses.push_back(static_cast<std::uint16_t>(code));
    std::vector<std::uint32_t> sizes(kBatch * slots);
    for (std::size_t first = 0; first < guesses.size(); first += kBatch) {
        const std::size_t count = std::min(kBatch, guesses.size() - first);
        batch.clear();
        for (std::size_t i = 0; i < count; ++i)
            batch.insert(batch.end(), tables_.codes[guesses[first + i]],
                         tables_.codes[guesses[first + i]] + pegs);
        partition_sizes(tables_.variant, {batch.data(), count, tables_.variant.pegs}, planes, sizes.data());
        for (std::size_t i = 0; i < count; ++i) {
            Ranked ranked{0, set.size, guesses[first + i]};
            int parts = 0;
            for (std::size_t slot = 0; slot < slots; ++slot) {
                const std::uint32_t size = sizes[i * slots + slot];
                if (size == 0) continue;
                ++parts;
                if (slot == static_cast<std::size_t>(tables_.win)) continue;
                ranked.estimate += tables_.estimate[size];
                ranked.bound += tables_.floor[size];
            }
            if (parts > 1) out.push_back(ranked);
        }
    }
    std::sort(out.begin(), out.end(), by_estimate);
}

// More than 64 candidates: guesses up to symmetry, the likeliest first, cut by the sizes of their parts. The
// first guess is tried alone, for a good bound; then other threads may take some of the rest.
int ExactWorker::solve_large(const Part& set, Known known, const SetKey& key, int beta, int depth,
                             const Path& path) {
    LargeNode node;
    node.set = set;
    node.path = &path;
    node.depth = depth;
    node.best = std::min(beta, known.upper);
    node.best_guess = known.guess;
    rank_large(set, path, node.guesses);
    {
        const std::lock_guard lock(search_.sharing_);
        search_.open_nodes_.push_back(&node);
    }
    std::exception_ptr failure;
    try {
        work_on(node);
    } catch (...) {
        failure = std::current_exception();
        search_.stop_ = true;
    }
    {
        std::unique_lock lock(search_.sharing_);
        std::erase(search_.open_nodes_, &node);
        search_.changed_.wait(lock, [&] { return node.helpers == 0; });
    }
    if (failure) std::rethrow_exception(failure);
    if (search_.stop_) throw Interrupted{};
    const int best = node.best;
    if (best < beta) {
        memo_.store(key, {best, best, node.best_guess});
        return best;
    }
    known.lower = std::max({known.lower, beta, node.least});
    memo_.store(key, known);
    return known.lower;
}

void ExactWorker::work_on(LargeNode& node) {
    Split parts;
    for (std::size_t i; (i = node.next.fetch_add(1)) < node.guesses.size();) {
        if (i == 1) search_.changed_.notify_all();  // the first guess is done: others may help
        const Ranked& ranked = node.guesses[i];
        int total = ranked.bound;
        if (total < node.best) {
            ++counts.guesses;
            split(node.set, ranked.guess, parts);
            std::uint64_t hash = 0;
            for (int p = 0; p < parts.count; ++p) hash += scramble(parts.parts[p].key.bits);
            {
                const std::lock_guard lock(node.mutex);
                if (!node.seen.insert(hash)) continue;
            }
            total = cost(node.set.size, parts, node.best, node.depth,
                         node.path->after(ranked.guess, tables_.colors[ranked.guess]));
        }
        const std::lock_guard lock(node.mutex);
        if (total < node.best) {
            node.best = total;
            node.best_guess = ranked.guess;
        } else {
            node.least = std::min(node.least, total);
        }
        node.guesses[i].bound = total;
        if (node.depth == 0 && search_.reporting_) search_.report(node);
    }
}

// ---- fewest turns

// Says whether `turns` turns always suffice for the set. What is remembered counts turns instead of totals.
bool ExactWorker::fits(const Part& set, int turns, int depth, const Path& path) {
    const int n = set.size;
    if (n > tables_.capacity[turns]) return false;
    if (n <= turns) return true;
    Known known{1, kNoTotal, kNoGuess};
    const SetKey key = turns_key(set.key);
    look_up(key, known);
    if (known.upper <= turns) return true;
    if (known.lower > turns) return false;
    if (search_.stop_.load(std::memory_order_relaxed)) throw Interrupted{};
    ++counts.sets;
    std::uint16_t guess = kNoGuess;
    if (turns == 2 && n <= kFew) {
        Frame& here = frame(depth);
        const Few few = prepare(set, here);
        if (few.own == n || most_parts(set, few, here) == n) guess = sets_all_apart(set, few, here);
    } else {
        std::vector<Ranked> guesses;
        rank_large(set, path, guesses);
        HashSet seen;
        Split parts;
        for (const Ranked& ranked : guesses)
            if (fits_after(set, ranked.guess, turns, depth, path, parts, seen)) {
                guess = ranked.guess;
                break;
            }
    }
    const bool does = guess != kNoGuess;
    memo_.store(key, does ? Known{known.lower, turns, guess} : Known{turns + 1, known.upper, known.guess});
    return does;
}

bool ExactWorker::fits_after(const Part& set, std::uint16_t guess, int turns, int depth, const Path& path,
                             Split& parts, HashSet& seen) {
    ++counts.guesses;
    split(set, guess, parts);
    if (parts.count > 0 && parts.parts[parts.count - 1].size > tables_.capacity[turns - 1]) return false;
    std::uint64_t hash = 0;
    for (int i = 0; i < parts.count; ++i) hash += scramble(parts.parts[i].key.bits);
    if (!seen.insert(hash)) return false;
    const Path next = path.after(guess, tables_.colors[guess]);
    for (int i = parts.count; i-- > 0;)  // the largest first: it is the likeliest to fail
        if (!fits(parts.parts[i], turns - 1, depth + 1, next)) return false;
    return true;
}

// A guess that leaves no two candidates together: a member if one does.
std::uint16_t ExactWorker::sets_all_apart(const Part& set, const Few& few, const Frame& frame) const {
    for (int i = 0; i < set.size; ++i)
        if (few.parts[i] == set.size) return set.members[i];
    for (std::size_t word = 0; word < tables_.words; ++word)
        if (const std::uint64_t mask = with_parts(frame, set.size, word))
            return static_cast<std::uint16_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(mask)));
    return kNoGuess;
}

// ---- the tree

// Returns the guess of the best strategy known. Where the search has kept none it searches again, unless it
// was stopped: then the likeliest guess has to do.
std::uint16_t ExactWorker::best_guess(const Part& set, const Path& path, bool by_turns) {
    const int n = set.size;
    if (n <= 2) return set.members[0];
    if (n <= kFew) {
        Frame& here = frame(0);
        const Few few = prepare(set, here);
        for (int i = 0; i < n; ++i)
            if (few.own == n ? few.parts[i] == n
                             : few.own == n - 1 && few.parts[i] == n - 1 && path.limit > 2)
                return set.members[i];
        if (most_parts(set, few, here) == n) return sets_all_apart(set, few, here);
    }
    if (by_turns && n <= path.limit) return set.members[0];
    const SetKey key = by_turns ? turns_key(set.key) : salted(set.key, path.limit);
    for (int tries = 0; tries < 2; ++tries) {
        Known known;
        look_up(key, known);
        if (known.guess != kNoGuess && (!by_turns || known.upper <= path.limit)) return known.guess;
        if (search_.stop_) break;
        if (by_turns)
            fits(set, path.limit, 0, path);
        else
            solve(set, kNoTotal, 0, path);
    }
    std::vector<Ranked> guesses;
    rank_large(set, path, guesses);
    return guesses.front().guess;
}

}  // namespace keypeg
