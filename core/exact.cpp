#include "exact.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <exception>
#include <random>
#include <thread>

#include "symmetry.hpp"

namespace keypeg {

namespace {

using Member = std::uint16_t;  // a candidate by its number among all codes

constexpr int kFew = 64;                    // sets up to this size are handled as masks of one word
constexpr int kMostSlots = 66;              // of ten pegs
constexpr std::size_t kSymmetricTurns = 2;  // so many guesses are looked at for symmetry in full

struct Part {
    const Member* members;
    int size;
    SetKey key;
};

// The parts of a guess other than the win, small ones first.
struct Split {
    int count = 0;
    Part parts[kMostSlots];
    std::vector<Member> members;
};

struct Ranked {
    float estimate;
    int bound;
    std::uint16_t guess;
};

bool by_estimate(const Ranked& a, const Ranked& b) {
    return a.estimate != b.estimate ? a.estimate < b.estimate : a.guess < b.guess;
}

std::uint64_t scramble(std::uint64_t x) {
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

// A set of hashes that is emptied at the price of what it holds.
class HashSet {
  public:
    // Says whether the hash is new.
    bool insert(std::uint64_t hash) {
        if (2 * used_.size() >= table_.size()) grow();
        hash |= 1;  // 0 marks a free place
        std::size_t place = hash >> 1 & (table_.size() - 1);
        for (; table_[place] != 0; place = (place + 1) & (table_.size() - 1))
            if (table_[place] == hash) return false;
        table_[place] = hash;
        used_.push_back(static_cast<std::uint32_t>(place));
        return true;
    }

    void clear() {
        for (const std::uint32_t place : used_) table_[place] = 0;
        used_.clear();
    }

  private:
    void grow() {
        std::vector<std::uint64_t> old(std::max<std::size_t>(256, 4 * table_.size()), 0);
        old.swap(table_);
        used_.clear();
        for (const std::uint64_t hash : old)
            if (hash != 0) insert(hash);
    }

    std::vector<std::uint64_t> table_;
    std::vector<std::uint32_t> used_;
};

}  // namespace

ExactTables::ExactTables(const Variant& v, Codes before)
    : variant(v),
      rows(all_codes(v)),
      codes{rows.data(), rows.size() / static_cast<std::size_t>(v.pegs), v.pegs},
      packed(v, codes),
      planes(v, codes),
      keys(codes.count),
      colors(codes.count, 0),
      earlier(before.rows, before.rows + before.count * static_cast<std::size_t>(v.pegs)),
      slots(v.slots()),
      win(v.win()),
      answers(v.slots() - (v.pegs > 1)),
      width(static_cast<std::size_t>(2 * v.pegs)),
      words((codes.count + 63) / 64) {
    std::mt19937_64 random(20240229);  // fixed, so that a checkpoint can be read back
    selected.resize(codes.count * width);
    for (std::size_t code = 0; code < codes.count; ++code) {
        keys[code] = {random(), static_cast<std::uint8_t>(random())};
        planes.planes_of(codes[code], selected.data() + code * width);
        for (int peg = 0; peg < v.pegs; ++peg)
            colors[code] |= std::uint64_t{1} << std::min<int>(codes[code][peg], 63);
    }
    for (int turns = 1; turns <= kNoLimit; ++turns)
        capacity[turns] = std::min(1 + (answers - 1) * capacity[turns - 1], 1 << 20);
    // The most lopsided tree that the number of answers allows: one code at the first guess, then as many as
    // there are other answers, and so on.
    floor.resize(codes.count + 1);
    estimate.resize(codes.count + 1);
    for (std::size_t size = 1; size <= codes.count; ++size) {
        std::size_t left = size, level = 1;
        for (int turn = 1; left > 0; ++turn, level *= static_cast<std::size_t>(std::max(answers - 1, 1))) {
            const std::size_t here = std::min(left, level);
            floor[size] += static_cast<int>(here) * turn;
            left -= here;
        }
        const double n = static_cast<double>(size);
        estimate[size] =
            static_cast<float>(size <= 10 ? 2 * n - 1 + 0.02 * n * n : n * (2.1 + 0.32 * std::log2(n / 10)));
    }
}

std::uint16_t ExactTables::index_of(const Color* row) const {
    std::size_t low = 0, high = codes.count;
    while (high - low > 1) {
        const std::size_t middle = (low + high) / 2;
        const bool before =
            std::lexicographical_compare(row, row + variant.pegs, codes[middle], codes[middle + 1]);
        (before ? high : low) = middle;
    }
    return static_cast<std::uint16_t>(low);
}

// How a set came about, as far as the search for symmetry needs it, and how many turns are left.
struct Path {
    std::vector<std::uint16_t> guesses;  // all of them, while they are few
    bool is_complete;
    std::uint64_t colors;  // used so far
    int limit;

    Path after(std::uint16_t guess, std::uint64_t guess_colors) const {
        Path next{{},
                  is_complete && guesses.size() < kSymmetricTurns,
                  colors | guess_colors,
                  limit == kNoLimit ? kNoLimit : limit - 1};
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

// ---- sets as masks
// -------------------------------------------------------------------------------------------

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
// ---------------------------------------------------------------------------------------------

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
        if (node.depth == 0) search_.report(node);
    }
}

// ---- fewest turns
// --------------------------------------------------------------------------------------------

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
// ------------------------------------------------------------------------------------------------

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

// ---- the search as a whole
// -----------------------------------------------------------------------------------

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
        } catch (...) {
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
    if (failure) std::rethrow_exception(failure);
}

Path ExactSearch::root_path(int limit) const {
    std::uint64_t colors = 0;
    for (const Color color : tables_.earlier) colors |= std::uint64_t{1} << std::min<int>(color, 63);
    return {{}, true, colors, limit};
}

Part root_part(const ExactTables& tables, const std::vector<Member>& members) {
    Part part{members.data(), static_cast<int>(members.size()), {}};
    for (const Member member : members) part.key = part.key ^ tables.keys[member];
    return part;
}

int ExactSearch::least_total(int limit, int threads, const Watch& watch) {
    const Part root = root_part(tables_, root_);
    lower_ = tables_.floor[root_.size()];
    upper_ = kNoTotal;
    run(threads, watch,
        [&](ExactWorker& worker) { upper_ = worker.solve(root, kNoTotal, 0, root_path(limit)); });
    lower_ = upper_.load();
    return upper_;
}

bool ExactSearch::fits(int turns, const Watch& watch) {
    bool does = false;
    run(1, watch, [&](ExactWorker& worker) {
        does = worker.fits(root_part(tables_, root_), turns, 0, root_path(kNoLimit));
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
        const Part set = root_part(tables_, here.members);
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
                            here.limit == kNoLimit ? kNoLimit : here.limit - 1});
        }
    }
    return nodes;
}

}  // namespace keypeg
