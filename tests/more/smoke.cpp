// The core without Python, for processors that only an emulator has: trees and proofs by every instruction
// set.
#include <cstdio>
#include <map>
#include <memory>

#include "chooser.hpp"
#include "exact.hpp"
#include "tree.hpp"

using namespace keypeg;

namespace {

void print_tree(const Variant& variant, Rule rule) {
    const std::vector<Color> rows = all_codes(variant);
    const Codes codes{rows.data(), rows.size() / static_cast<std::size_t>(variant.pegs), variant.pegs};
    const Chooser chooser(variant, false);
    const TreeNodes nodes =
        grow_tree(chooser, Scorer(rule, codes.count), {nullptr, 0, variant.pegs}, codes, nullptr, 2, {});
    std::map<int, int> games;  // by their number of turns
    std::vector<int> depth(nodes.parents.size(), 1);
    for (std::size_t i = 0; i < depth.size(); ++i) {
        if (i > 0) depth[i] = depth[nodes.parents[i]] + 1;
        games[depth[i]] += nodes.wins[i];
    }
    int total = 0;
    for (const auto& one : games) total += one.first * one.second;
    std::printf("p%dc%d rule %d: %d:%d:%d\n", variant.pegs, variant.colors, static_cast<int>(rule), total,
                games.rbegin()->first, games.rbegin()->second);
}

void print_least_total(const Variant& variant) {
    const std::vector<Color> rows = all_codes(variant);
    const Codes codes{rows.data(), rows.size() / static_cast<std::size_t>(variant.pegs), variant.pegs};
    ExactSearch search(std::make_shared<ExactMemory>(variant, std::size_t{64} << 20),
                       {nullptr, 0, variant.pegs}, codes);
    const int total = search.least_total(kNoLimit, kNoTotal, 2, {});
    std::printf("p%dc%d least total: %d\n", variant.pegs, variant.colors, total);
}

}  // namespace

int main() {
    for (const Kernels* set : available_kernels()) {
        select_kernels(set->name);
        std::printf("instruction set %s\n", set->name);
        print_tree({4, 6, true}, Rule::kLargest);
        print_tree({4, 6, true}, Rule::kExpectedSize);
        print_tree({4, 6, true}, Rule::kEntropy);
        print_tree({4, 6, true}, Rule::kMostParts);
        print_tree({5, 6, true}, Rule::kEntropy);
        print_least_total({4, 5, true});
        print_least_total({3, 7, true});
    }
}
