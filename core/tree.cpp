#include "tree.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

namespace keypeg {

namespace {

using Members = std::vector<std::uint32_t>;  // candidates by their number

// A set of candidates still to be split, and how it came about.
struct Branch {
    std::vector<Color> earlier;
    Members members;
    std::uint32_t parent;
    Ordinal feedback;
};

class Grower {
  public:
    Grower(const Chooser& chooser, const Scorer& scorer, Codes candidates)
        : chooser_(chooser),
          scorer_(scorer),
          candidates_(candidates),
          packed_(chooser.variant(), candidates) {}

    // Adds the node of a branch and returns the branches below it. `first` overrides the strategy.
    std::vector<Branch> split(const Branch& branch, const Color* first, int threads, const Watch& watch,
                              TreeNodes& nodes) {
        const Variant& variant = chooser_.variant();
        const auto pegs = static_cast<std::size_t>(variant.pegs);
        std::vector<Color> guess;
        if (first) {
            guess.assign(first, first + pegs);
        } else {
            std::vector<Color> rows;
            rows.reserve(branch.members.size() * pegs);
            for (const std::uint32_t member : branch.members)
                rows.insert(rows.end(), candidates_[member], candidates_[member + 1]);
            guess =
                chooser_.choose(scorer_, {branch.earlier.data(), branch.earlier.size() / pegs, variant.pegs},
                                {rows.data(), branch.members.size(), variant.pegs}, threads, watch);
        }
        const auto node = static_cast<std::uint32_t>(nodes.parents.size());
        nodes.guesses.insert(nodes.guesses.end(), guess.begin(), guess.end());
        nodes.parents.push_back(branch.parent);
        nodes.feedbacks.push_back(branch.feedback);
        std::vector<Branch> below = parts(branch, guess, node);
        const bool wins = !below.empty() && below.back().feedback == variant.win();
        nodes.wins.push_back(wins);
        if (wins) below.pop_back();
        asked_ += branch.members.size();
        return below;
    }

    // The guesses made so far over all candidates: at the end, the total of the tree.
    std::size_t asked() const { return asked_; }

  private:
    // The parts of a branch in order of their feedback.
    std::vector<Branch> parts(const Branch& branch, const std::vector<Color>& guess,
                              std::uint32_t node) const {
        const Variant& variant = chooser_.variant();
        const PackedCodes one(variant, {guess.data(), 1, variant.pegs});
        std::vector<Members> members(static_cast<std::size_t>(variant.slots()));
        for (const std::uint32_t member : branch.members)
            members[score_packed(one[0], packed_[member], packed_.words())].push_back(member);
        std::vector<Color> earlier = branch.earlier;
        earlier.insert(earlier.end(), guess.begin(), guess.end());
        std::vector<Branch> below;
        for (std::size_t slot = 0; slot < members.size(); ++slot)
            if (!members[slot].empty())
                below.push_back({earlier, std::move(members[slot]), node, static_cast<Ordinal>(slot)});
        return below;
    }

    const Chooser& chooser_;
    const Scorer& scorer_;
    Codes candidates_;
    PackedCodes packed_;
    std::atomic<std::size_t> asked_{0};
};

// Appends a tree whose root hangs below `parent`.
void append(TreeNodes& nodes, const TreeNodes& twig, std::uint32_t parent) {
    const auto offset = static_cast<std::uint32_t>(nodes.parents.size());
    nodes.guesses.insert(nodes.guesses.end(), twig.guesses.begin(), twig.guesses.end());
    nodes.feedbacks.insert(nodes.feedbacks.end(), twig.feedbacks.begin(), twig.feedbacks.end());
    nodes.wins.insert(nodes.wins.end(), twig.wins.begin(), twig.wins.end());
    nodes.parents.push_back(parent);
    for (std::size_t i = 1; i < twig.parents.size(); ++i) nodes.parents.push_back(twig.parents[i] + offset);
}

}  // namespace

TreeNodes grow_tree(const Chooser& chooser, const Scorer& scorer, Codes earlier, Codes candidates,
                    const Color* first, int threads, const Watch& watch) {
    constexpr std::size_t kLarge = 3000;     // larger sets are split one after the other, by all threads
    constexpr std::size_t kLongTree = 3000;  // smaller trees are finished before threads would have started
    Grower grower(chooser, scorer, candidates);
    // The total is not known before the end, but it is close to what a variant with this many feedbacks
    // needs.
    const double turns = 1 + std::log(static_cast<double>(candidates.count)) /
                                 std::log(std::max(2.0, 0.55 * chooser.variant().slots()));
    const auto expected = static_cast<std::size_t>(turns * static_cast<double>(candidates.count));
    const Watch report = [&](std::size_t, std::size_t) {
        return !watch || watch(std::min(grower.asked(), expected), expected);
    };
    TreeNodes nodes;
    Branch root{{earlier.rows, earlier.rows + earlier.count * static_cast<std::size_t>(earlier.pegs)},
                Members(candidates.count),
                0,
                0};
    std::iota(root.members.begin(), root.members.end(), 0);

    // 1. Split the large sets, each with all threads.
    std::vector<Branch> branches = grower.split(root, first, threads, report, nodes);
    std::vector<Branch> small;
    while (!branches.empty()) {
        std::vector<Branch> next;
        for (Branch& branch : branches) {
            if (branch.members.size() <= kLarge) {
                small.push_back(std::move(branch));
                continue;
            }
            for (Branch& part : grower.split(branch, nullptr, threads, report, nodes))
                next.push_back(std::move(part));
        }
        branches = std::move(next);
    }

    // 2. Grow the twigs of the small ones, each on one thread, the largest first.
    std::vector<std::size_t> order(small.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return small[a].members.size() > small[b].members.size();
    });
    std::vector<TreeNodes> twigs(small.size());
    share_work(
        small.size(), threads, candidates.count > kLongTree,
        [&](std::size_t i, const Stop& stop) {
            TreeNodes& twig = twigs[order[i]];
            Branch stem = small[order[i]];
            stem.parent = 0;
            std::vector<Branch> open{std::move(stem)};
            while (!open.empty()) {
                if (stop) throw Interrupted{};
                const Branch branch = std::move(open.back());
                open.pop_back();
                std::vector<Branch> below = grower.split(branch, nullptr, 1, {}, twig);
                open.insert(open.end(), std::make_move_iterator(below.rbegin()),
                            std::make_move_iterator(below.rend()));
            }
        },
        report);

    // 3. Put them together in the order of the sets, whichever was finished first.
    for (std::size_t i = 0; i < small.size(); ++i) append(nodes, twigs[i], small[i].parent);
    return nodes;
}

}  // namespace keypeg
