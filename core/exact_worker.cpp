#include "exact_worker.hpp"

#include <bit>
#include <exception>
#include <functional>
#include <numeric>

namespace keypeg {

namespace {

constexpr std::size_t kBatch = 512;  // guesses that are measured together

bool by_estimate(const Ranked& a, const Ranked& b) {
    return a.estimate != b.estimate ? a.estimate < b.estimate : a.guess < b.guess;
}

}  // namespace

// ---- sets as masks

// Returns the most parts that a member of a tiny set makes of it.
int ExactWorker::own_parts(const Part& set) const {
    if (tables_.packed.words() == 1) return kernels().own_parts(tables_.packed[0], set.members, set.size);
    int most = 0;
    for (int i = 0; i < set.size; ++i) {
        std::uint64_t feedbacks = 0;
        for (int k = 0; k < set.size; ++k)
            if (k != i) feedbacks |= std::uint64_t{1} << answer(set.members[i], set.members[k]);
        most = std::max(most, 1 + std::popcount(feedbacks));
    }
    return most;
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

// Goes through the blocks of all codes, or of those of an order that make at least `fewest` parts of its
// superset, and returns what is found by `count`. It is given each block, where it begins, and the most parts
// so far.
template <class Count>
ExactWorker::Counted ExactWorker::count_codes(const Order* order, int fewest, int most, Count&& count) const {
    const Planes& planes = order ? order->planes : tables_.planes;
    const std::size_t words = order ? std::min(order->words_with(fewest), tables_.words) : tables_.words;
    for (std::size_t b = 0, start = 0; start < words; start += planes.block_words(), ++b) {
        PlaneBlock block = planes.block(b);
        block.words = std::min(block.words, words - start);
        most = count(block, start, most);
    }
    const bool is_all = words == tables_.words;
    return {order, words, most, is_all ? most : std::max<int>(most, order->parts[words / kBlockWords])};
}

// Counts the parts that codes make of the set, for with_parts(); of an order, only those that make at least
// `fewest` of its superset. Returns the largest number, or that of the members if it is larger.
int ExactWorker::count_parts(const Part& set, const Few& few, Frame& frame, const Order* order,
                             int fewest) const {
    const auto bits = static_cast<std::size_t>(part_bits(tables_.variant.pegs));
    select(set, frame);
    std::uint64_t* parts =
        frame.room_for_parts(bits * tables_.planes.block_words() * tables_.planes.blocks());
    frame.counted =
        count_codes(order, fewest, few.own, [&](const PlaneBlock& block, std::size_t start, int most) {
            return kernels().count_distinct(tables_.variant.pegs, block, frame.selected.data(),
                                            static_cast<std::size_t>(set.size), parts + start * bits, most);
        });
    return frame.counted.most;
}

// Returns the most parts that a code makes of the set, and stops where no code makes more parts of a superset
// than have been found.
int ExactWorker::most_parts(const Part& set, const Few& few, Frame& frame, const Order& order) const {
    const auto bits = static_cast<std::size_t>(part_bits(tables_.variant.pegs));
    select(set, frame);
    std::uint64_t* parts = frame.room_for_parts(bits * order.planes.block_words());
    int most = few.own;
    std::size_t chunk = 0;
    for (std::size_t b = 0; b < order.planes.blocks(); ++b) {
        const PlaneBlock block = order.planes.block(b);
        for (std::size_t word = 0; word < block.words; word += kBlockWords, ++chunk) {
            if (most == set.size || order.parts[chunk] <= most) return most;
            const PlaneBlock few_words{block.planes + word, block.stride,
                                       std::min(block.words - word, kBlockWords)};
            most = kernels().count_distinct(tables_.variant.pegs, few_words, frame.selected.data(),
                                            static_cast<std::size_t>(set.size), parts, most);
        }
    }
    return most;
}

// Returns the most parts that a code makes of a set of more than kFew.
int ExactWorker::most_parts(const Part& set, const Path& path) {
    Frame& frame = ranking_.frame;
    return path.order ? most_parts(set, {}, frame, *path.order) : count_parts(set, {}, frame);
}

// Puts the planes that each member selects into the frame.
void ExactWorker::select(const Part& set, Frame& frame) const {
    const auto size = static_cast<std::size_t>(set.size);
    frame.selected.resize(size * tables_.width);
    for (std::size_t i = 0; i < size; ++i)
        std::copy_n(tables_.planes_of(set.members[i]), tables_.width,
                    frame.selected.data() + i * tables_.width);
}

std::unique_ptr<const Order> ExactWorker::order_by_parts(const Part& set) {
    Frame scratch;
    const int most = count_parts(set, {}, scratch);
    std::vector<std::uint16_t> codes;
    std::vector<std::uint8_t> parts;
    codes.reserve(tables_.codes.count);
    for (int number = most; number > 0; --number)
        for (std::size_t word = 0; word < tables_.words; ++word) {
            std::uint64_t mask = with_parts(scratch, number, word);
            if (word + 1 == tables_.words && tables_.codes.count % 64 != 0)
                mask &= ~std::uint64_t{0} >> (64 - tables_.codes.count % 64);
            for (; mask != 0; mask &= mask - 1) {
                if (codes.size() % (64 * kBlockWords) == 0)
                    parts.push_back(static_cast<std::uint8_t>(number));
                codes.push_back(
                    static_cast<std::uint16_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(mask))));
            }
        }
    Planes planes(tables_.variant, tables_.selected.data(), codes.data(), codes.size());
    return std::make_unique<const Order>(Order{std::move(codes), std::move(planes), std::move(parts)});
}

std::uint64_t ExactWorker::with_parts(const Frame& frame, int number, std::size_t word) const {
    const std::size_t stride = tables_.planes.block_words();
    const auto bits = static_cast<std::size_t>(part_bits(tables_.variant.pegs));
    const std::uint64_t* plane = frame.parts[0].words + word / stride * stride * bits + word % stride;
    std::uint64_t mask = ~std::uint64_t{0};
    for (std::size_t k = 0; k < bits; ++k, plane += stride) mask &= (number >> k & 1) ? *plane : ~*plane;
    return mask;
}

// Returns a guess that tells all candidates apart, a member if possible.
std::uint16_t ExactWorker::sets_all_apart(const Part& set, const Few& few, const Frame& frame) const {
    for (int i = 0; i < set.size; ++i)
        if (few.parts[i] == set.size) return set.members[i];
    for (std::size_t word = 0; word < frame.counted.words; ++word)
        if (const std::uint64_t mask = with_parts(frame, set.size, word))
            return static_cast<std::uint16_t>(
                frame.counted.code(word * 64 + static_cast<std::size_t>(std::countr_zero(mask))));
    return kNoGuess;
}

// Splits a set of up to kFew, whose planes are in the frame, by a guess.
void ExactWorker::split_few(const Part& set, const Few& few, std::uint16_t guess, Frame& frame) const {
    std::uint8_t few_sizes[kMostSlots];
    int sizes[kMostSlots];
    kernels().split_small(tables_.variant.pegs, frame.planes.data(), tables_.planes_of(guess), few.all,
                          frame.split.begin(set, tables_.slots), few_sizes);
    std::copy_n(few_sizes, tables_.slots, sizes);
    frame.split.sort(sizes, tables_.win);
}

// ---- what is known of a set, up to a renaming

// Takes over what is known of the renamed set.
void ExactWorker::recall(const Renamed& renamed, const SetKey& key, Known& known) const {
    Known other;
    if (!search_.uses(Idea::kRenamedSets) || !memo_.probe(key, other)) return;
    known.lower = std::max(known.lower, other.lower);
    if (other.upper >= known.upper) return;
    known.upper = other.upper;
    known.guess = other.guess == kNoGuess ? kNoGuess : renamed.back(other.guess);
}

void ExactWorker::remember(const Renamed& renamed, const SetKey& key, Known known) {
    if (!search_.uses(Idea::kRenamedSets)) return;
    if (known.guess != kNoGuess) known.guess = renamed.forth(known.guess);
    memo_.store(key, known);
}

// ---- guesses

const std::uint64_t* ExactWorker::allowed(const Path& path) const {
    return path.is_complete ? search_.representatives(path) : search_.fresh_in_order(path.colors);
}

// Lists in the frame the guesses whose bound 3 n - k - w is `bound` and that might cost less than `best`.
void ExactWorker::rank_few(const Part& set, const Few& few, Frame& frame, int bound, int best,
                           const std::uint64_t* allowed, int most, int branches, int& least) {
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
        for (int slot = 0; slot < tables_.slots; ++slot) {
            if (sizes[slot] == 0) continue;
            if (slot == tables_.win) continue;
            estimate += tables_.estimate[sizes[slot]];
            floor += tables_.floor(branches, sizes[slot]);
        }
        if (floor >= best)
            least = std::min(least, floor);
        else
            frame.guesses.push_back({estimate, floor, static_cast<std::uint16_t>(code)});
    };
    for (int i = 0; i < n; ++i) {
        const Member member = set.members[i];
        if (few.parts[i] == parts - 1 && (allowed[member / 64] >> (member % 64) & 1)) consider(member);
    }
    if (parts > 1 && parts <= most)
        for (std::size_t word = 0; word < frame.counted.words; ++word)
            for (std::uint64_t mask = with_parts(frame, parts, word); mask != 0; mask &= mask - 1) {
                const std::size_t lane = word * 64 + static_cast<std::size_t>(std::countr_zero(mask));
                const std::size_t code = frame.counted.code(lane);
                if (allowed[code / 64] >> (code % 64) & 1) consider(code);
            }
    sort_likeliest_first(frame.guesses);
}

// Returns what a guess that makes this many parts of `size` candidates costs at least, whether one of the
// parts is the win or not: the more even the parts are, the less they need.
int ExactWorker::least_with_parts(int size, int parts, const int* floors) {
    const auto evenly = [&](int rest, int into) {
        if (into == 0) return kNoTotal;
        const int each = rest / into, larger = rest % into;
        return (into - larger) * floors[each] + larger * floors[each + 1];
    };
    return size + std::min(evenly(size, parts), evenly(size - 1, parts - 1));
}

// Leaves in the mask only the codes that may cost less than `below`, as far as that can be told for many
// codes at once, which pays if there are many and the set is not too large. Returns whether it did.
bool ExactWorker::drop_costly_codes(const Part& set, const Path& path, int below,
                                    std::vector<std::uint64_t>& codes, Ranking& out) {
    const auto count = std::transform_reduce(codes.begin(), codes.end(), std::size_t{0}, std::plus<>{},
                                             [](std::uint64_t word) { return std::popcount(word); });
    if (!search_.uses(Idea::kCountedParts) || below == kNoTotal || set.size > kMostCounted ||
        4 * count < tables_.codes.count)
        return false;
    auto& cheap = ranking_.cheap;
    cheap.resize(codes.size());
    out.least = sieve_.list(set, path.branches, below, cheap.data());
    std::uint64_t any = 0;
    for (std::size_t word = 0; word < codes.size(); ++word) any |= codes[word] &= cheap[word];
    if (any != 0) out.branches = std::min(path.branches, most_parts(set, path));
    return true;
}

// Lists the guesses that leave no part too large for the turns that are left and that might cost less than
// `below`.
ExactWorker::Ranking ExactWorker::rank_large(const Part& set, const Path& path, int below) {
    const auto slots = static_cast<std::size_t>(tables_.slots), win = static_cast<std::size_t>(tables_.win);
    const auto most = static_cast<std::uint32_t>(
        std::min(tables_.capacity(path.branches, turns_after(path.limit)), set.size - 1));
    const Planes planes = tables_.planes_with(set);
    const int* floors = tables_.floors(path.branches);
    Ranking out;
    out.branches = path.branches;
    auto& codes = ranking_.codes;
    auto& batch = ranking_.batch;
    auto& selected = ranking_.selected;
    auto& sizes = ranking_.sizes;
    auto& part_sizes = ranking_.part_sizes;
    codes.assign(allowed(path), allowed(path) + tables_.words);
    const bool is_counted = drop_costly_codes(set, path, below, codes, out);
    part_sizes.clear();
    int branches = 1;
    const auto measure = [&] {
        sizes.assign(batch.size() * slots, 0);
        std::size_t lanes = 0;
        for (std::size_t b = 0; b < planes.blocks(); ++b)
            lanes += kernels().count_parts(tables_.variant.pegs, planes.block(b), selected.data(),
                                           batch.size(), sizes.data());
        const auto empty_lanes = static_cast<std::uint32_t>(lanes - planes.count());
        for (std::size_t i = 0; i < batch.size(); ++i) {
            std::uint32_t* row = sizes.data() + i * slots;
            row[0] -= empty_lanes;
            int parts = 0, bound = set.size;
            std::uint32_t largest = row[win];
            for (std::size_t slot = 0; slot < win; ++slot) {
                parts += row[slot] != 0;
                largest = std::max(largest, row[slot]);
                bound += floors[row[slot]];
            }
            branches = std::max(branches, parts);
            if (largest > most) continue;
            if (bound >= below) {
                out.least = std::min(out.least, bound);
                continue;
            }
            out.guesses.push_back({0, set.size, batch[i]});
            part_sizes.insert(part_sizes.end(), row, row + win);
        }
        batch.clear();
        selected.clear();
    };
    for (std::size_t word = 0; word < tables_.words; ++word)
        for (std::uint64_t mask = codes[word]; mask != 0; mask &= mask - 1) {
            const std::size_t code = word * 64 + static_cast<std::size_t>(std::countr_zero(mask));
            batch.push_back(static_cast<std::uint16_t>(code));
            selected.insert(selected.end(), tables_.planes_of(code), tables_.planes_of(code) + tables_.width);
            if (batch.size() == kBatch) measure();
        }
    measure();
    if (!search_.uses(Idea::kFewerBranches))
        out.branches = path.branches;
    else if (!is_counted)
        out.branches = std::min(branches, path.branches);
    const std::uint16_t* size = part_sizes.data();
    for (Ranked& ranked : out.guesses)
        for (std::size_t slot = 0; slot < win; ++slot, ++size) {
            ranked.estimate += tables_.estimate[*size];  // that of an empty part is 0
            ranked.bound += tables_.floor(out.branches, *size);
        }
    return out;
}

std::vector<Ranked> ExactWorker::rank(const Part& set, const Path& path, int below, bool by_members) {
    Ranking ranking = rank_large(set, path, below);
    if (by_members) sieve_.raise_by_members(set, ranking.branches, ranking.guesses);
    sort_likeliest_first(ranking.guesses);
    return std::move(ranking.guesses);
}

void ExactWorker::sort_likeliest_first(std::vector<Ranked>& guesses) {
    std::sort(guesses.begin(), guesses.end(), by_estimate);
}

// ---- sets that several threads work on

// Works on a node and lets other threads help; returns once no thread works on it any more.
void ExactWorker::settle(LargeNode& node) {
    {
        const std::lock_guard lock(search_.sharing_);
        search_.open_nodes_.push_back(&node);
    }
    std::exception_ptr failure;
    try {
        work_on(node);
    } catch (const Abandoned&) {
        node.is_settled = true;
        failure = std::current_exception();
    } catch (...) {
        search_.stop_ = true;
        failure = std::current_exception();
    }
    {
        std::unique_lock lock(search_.sharing_);
        std::erase(search_.open_nodes_, &node);
        search_.changed_.wait(lock, [&] { return node.helpers == 0; });
    }
    if (failure) std::rethrow_exception(failure);
    if (search_.stop_) throw Interrupted{};
}

void ExactWorker::work_on(LargeNode& node) {
    if (node.is_about_turns)
        work_on_turns(node);
    else
        work_on_total(node);
}

// Returns the next guess of a node that no thread has taken yet, or null.
Ranked* ExactWorker::take(LargeNode& node) {
    const std::size_t taken = node.next.fetch_add(1);
    if (taken == 1) {  // the first guess is done: others may help
        const std::lock_guard lock(search_.sharing_);
        search_.changed_.notify_all();
    }
    return taken < node.guesses.size() ? &node.guesses[taken] : nullptr;
}

// ---- the strategy

std::uint16_t ExactWorker::best_guess(const Part& set, const Path& path, bool by_turns, bool& is_solved) {
    const int n = set.size;
    if (n <= 2) return set.members[0];
    if (n <= kFew) {
        Frame& here = frame(0);
        const Few few = prepare(set, here);
        for (int i = 0; i < n; ++i)
            if (few.own == n ? few.parts[i] == n
                             : few.own == n - 1 && few.parts[i] == n - 1 && path.limit > 2)
                return set.members[i];
        if (count_parts(set, few, here) == n) return sets_all_apart(set, few, here);
    }
    if (by_turns && n <= path.limit) return set.members[0];
    const SetKey key = by_turns ? turns_key(set.key) : salted(set.key, path.limit);
    for (int tries = 0; tries < 2; ++tries) {
        Known known;
        look_up(key, known);
        const bool is_best = by_turns ? known.upper <= path.limit : !is_solved || known.lower == known.upper;
        if (known.guess != kNoGuess && is_best) {
            is_solved = true;
            return known.guess;
        }
        if (!is_solved) break;
        if (by_turns)
            fits(set, 0, path);
        else
            solve(set, kNoTotal, 0, path);
    }
    is_solved = false;
    const std::vector<Ranked> guesses =
        rank_large(set, {{}, false, 0, path.colors, kNoLimit, tables_.branches, nullptr}, kNoTotal).guesses;
    return std::min_element(guesses.begin(), guesses.end(), by_estimate)->guess;
}

}  // namespace keypeg
