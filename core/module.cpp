// The Python binding of the core.
#include "binding.hpp"
#include "chooser.hpp"
#include "climb.hpp"
#include "codes.hpp"
#include "dispatch.hpp"
#include "exact.hpp"
#include "genetic.hpp"
#include "openings.hpp"
#include "partition.hpp"
#include "search.hpp"
#include "symmetry.hpp"
#include "tree.hpp"
#include "walk.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace keypeg;

namespace {

constexpr std::size_t kMostEvolved = std::size_t{1} << 20;
constexpr double kMostWeight = 1000;

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const Kernels* set : available_kernels()) names.emplace_back(set->name);
    return names;
}

auto py_all_codes(const VariantArg& variant_arg) {
    const Variant variant = to_variant(variant_arg);
    check_listable(variant, kMostListed);
    return to_array(variant, unlocked(nb::none(), [&](const Watch&) { return all_codes(variant); }));
}

auto py_score_matrix(const VariantArg& variant_arg, const CodesArg& a, const CodesArg& b) {
    const Variant variant = to_variant(variant_arg);
    const Codes rows = to_codes(variant, a), columns = to_codes(variant, b);
    std::vector<Ordinal> out(rows.count * columns.count);
    {
        const nb::gil_scoped_release release;
        score_matrix(variant, rows, columns, out.data());
    }
    return to_array(std::move(out), rows.count, columns.count);
}

auto py_partition_sizes(const VariantArg& variant_arg, const CodesArg& guesses, const CodesArg& candidates,
                        int threads, const nb::object& progress) {
    const Variant variant = to_variant(variant_arg);
    const Codes rows = to_codes(variant, guesses), set = to_codes(variant, candidates);
    const auto slots = static_cast<std::size_t>(variant.slots());
    std::vector<std::uint32_t> out(rows.count * slots);
    unlocked(progress, [&](const Watch& watch) {
        partition_sizes_shared(variant, rows, set, threads, watch, out.data());
    });
    return to_array(std::move(out), rows.count, slots);
}

auto py_find_candidates(const VariantArg& variant_arg, const CodesArg& guesses, const BytesArg& blacks,
                        const BytesArg& totals, const std::optional<BytesArg>& after, std::uint64_t limit,
                        std::uint64_t nodes) {
    const Variant variant = to_variant(variant_arg);
    const Turns turns = to_turns(variant, guesses, blacks, totals);
    const Color* start = after ? to_row(variant, *after) : nullptr;
    Found found = unlocked(nb::none(), [&](const Watch& watch) {
        return find_candidates(variant, turns, start, {limit, nodes}, true, watch);
    });
    return std::make_pair(to_array(variant, std::move(found.rows)), found.complete);
}

auto py_count_candidates(const VariantArg& variant_arg, const CodesArg& guesses, const BytesArg& blacks,
                         const BytesArg& totals, std::uint64_t nodes) {
    const Variant variant = to_variant(variant_arg);
    const Turns turns = to_turns(variant, guesses, blacks, totals);
    const Found found = unlocked(nb::none(), [&](const Watch& watch) {
        return find_candidates(variant, turns, nullptr, {~std::uint64_t{0}, nodes}, false, watch);
    });
    return std::make_pair(found.count, found.complete);
}

auto py_walk_candidates(const VariantArg& variant_arg, const CodesArg& guesses, const BytesArg& blacks,
                        const BytesArg& totals, std::size_t count, std::uint64_t steps, std::uint64_t seed,
                        double few) {
    const Variant variant = to_variant(variant_arg);
    const Turns turns = to_turns(variant, guesses, blacks, totals);
    Walked walked = unlocked(nb::none(), [&](const Watch& watch) {
        return walk_candidates(variant, turns, count, steps, seed, few, watch);
    });
    return std::make_tuple(to_array(variant, std::move(walked.rows)), walked.exhausted,
                           to_array(variant, std::move(walked.nearest)), walked.distance, walked.log_count,
                           walked.log_error);
}

auto py_climb(const VariantArg& variant_arg, const CodesArg& sample, bool complete, std::uint64_t evaluations,
              double seconds, std::uint64_t seed) {
    const Variant variant = to_variant(variant_arg);
    const Codes codes = to_codes(variant, sample);
    if (codes.count == 0) throw nb::value_error("no candidates");
    return to_array(variant, unlocked(nb::none(), [&](const Watch& watch) {
                        return climb(variant, codes, complete, {evaluations, seconds, seed}, watch);
                    }));
}

using RatesArg = std::tuple<double, double, double, double>;  // one point, mutation, permutation, inversion

Rates to_rates(const RatesArg& arg) {
    const auto [one_point, mutation, permutation, inversion] = arg;
    for (const double rate : {one_point, mutation, permutation, inversion})
        if (!(rate >= 0 && rate <= 1)) throw nb::value_error("a rate is from 0 to 1");
    return {one_point, mutation, permutation, inversion};
}

// Returns the children of each pair of rows, to test the operators alone.
auto py_breed(const VariantArg& variant_arg, const CodesArg& mothers, const CodesArg& fathers,
              const RatesArg& rates, std::uint64_t seed) {
    const Variant variant = to_variant(variant_arg);
    const Codes left = to_codes(variant, mothers), right = to_codes(variant, fathers);
    if (left.count != right.count) throw nb::value_error("each mother needs a father");
    Breeder breeder(variant, to_rates(rates), seed);
    const auto pegs = static_cast<std::size_t>(variant.pegs);
    std::vector<Color> children(left.count * pegs);
    for (std::size_t i = 0; i < left.count; ++i) breeder.child(left[i], right[i], &children[i * pegs]);
    return to_array(variant, std::move(children));
}

auto py_evolve(const VariantArg& variant_arg, const CodesArg& guesses, const BytesArg& blacks,
               const BytesArg& totals, std::uint64_t seed, std::size_t population, std::size_t generations,
               std::size_t eligible, std::size_t harvest, std::size_t populations, std::size_t patience,
               double black_weight, const RatesArg& rates) {
    const Variant variant = to_variant(variant_arg);
    const Turns turns = to_turns(variant, guesses, blacks, totals);
    if (population > kMostEvolved || eligible > kMostEvolved || harvest > kMostEvolved)
        throw nb::value_error("too many codes to evolve");
    if (!(black_weight >= 0 && black_weight <= kMostWeight)) throw nb::value_error("weight out of range");
    const Evolution settings{population,  generations, eligible,     harvest,
                             populations, patience,    black_weight, to_rates(rates)};
    Evolved evolved = unlocked(
        nb::none(), [&](const Watch& watch) { return evolve(variant, turns, settings, seed, watch); });
    return std::make_pair(to_array(variant, std::move(evolved.eligible)),
                          to_array(variant, std::move(evolved.nearest)));
}

auto py_class_representatives(const VariantArg& variant_arg, const CodesArg& earlier) {
    const Variant variant = to_variant(variant_arg);
    const Codes codes = to_codes(variant, earlier);
    return to_array(variant, unlocked(nb::none(), [&](const Watch& watch) {
                        return class_representatives(variant, codes, watch);
                    }));
}

auto py_opening_sizes(const VariantArg& variant_arg, const CodesArg& guesses) {
    const Variant variant = to_variant(variant_arg);
    if (!variant.repeats || variant.pegs > kMaxOpeningPegs)
        throw nb::value_error("a variant not meant for it");
    const Codes rows = to_codes(variant, guesses);
    std::vector<double> sizes =
        unlocked(nb::none(), [&](const Watch&) { return opening_sizes(variant, rows); });
    return to_array(std::move(sizes), rows.count, static_cast<std::size_t>(variant.slots()));
}

auto py_distinct_codes(const VariantArg& variant_arg, const CodesArg& earlier, const CodesArg& codes) {
    const Variant variant = to_variant(variant_arg);
    return to_array(variant, distinct_codes(variant, to_codes(variant, earlier), to_codes(variant, codes)));
}

Rule to_rule(const std::string& name) {
    if (name == "largest") return Rule::kLargest;
    if (name == "expected-size") return Rule::kExpectedSize;
    if (name == "entropy") return Rule::kEntropy;
    if (name == "most-parts") return Rule::kMostParts;
    throw nb::value_error("unknown rule");
}

auto py_choose(const Chooser& chooser, const std::string& rule, const CodesArg& earlier,
               const CodesArg& candidates, int threads, const nb::object& progress) {
    const Variant& variant = chooser.variant();
    const Codes guesses = to_codes(variant, earlier), set = to_codes(variant, candidates);
    if (set.count == 0) throw nb::value_error("no candidates");
    const Scorer scorer(to_rule(rule), set.count);
    return to_array(variant, unlocked(progress, [&](const Watch& watch) {
                        return chooser.choose(scorer, guesses, set, threads, watch);
                    }));
}

auto py_grow_tree(const Chooser& chooser, const std::string& rule, const CodesArg& earlier,
                  const CodesArg& candidates, const std::optional<BytesArg>& first, int threads,
                  const nb::object& progress) {
    const Variant& variant = chooser.variant();
    const Codes guesses = to_codes(variant, earlier), set = to_codes(variant, candidates);
    if (set.count == 0) throw nb::value_error("no candidates");
    const Color* first_row = first ? to_row(variant, *first) : nullptr;
    const Scorer scorer(to_rule(rule), set.count);
    return to_arrays(variant, unlocked(progress, [&](const Watch& watch) {
                         return grow_tree(chooser, scorer, guesses, set, first_row, threads, watch);
                     }));
}

}  // namespace

NB_MODULE(_core, m) {
    m.attr("MAX_PEGS") = kMaxPegs;
    m.attr("MAX_COLORS") = kMaxColors;
    m.attr("MAX_OPENING_PEGS") = kMaxOpeningPegs;
    m.def("instruction_sets", &instruction_sets);
    m.def("instruction_set", [] { return std::string(kernels().name); });
    m.def("use_instruction_set", &select_kernels, "name"_a);
    m.def("thread_count", &thread_count, "threads"_a);
    m.def("all_codes", &py_all_codes, "variant"_a);
    m.def("score_matrix", &py_score_matrix, "variant"_a, "a"_a.noconvert(), "b"_a.noconvert());
    m.def("partition_sizes", &py_partition_sizes, "variant"_a, "guesses"_a.noconvert(),
          "candidates"_a.noconvert(), "threads"_a = 0, "progress"_a = nb::none());
    m.def("find_candidates", &py_find_candidates, "variant"_a, "guesses"_a.noconvert(),
          "blacks"_a.noconvert(), "totals"_a.noconvert(), "after"_a.noconvert(), "limit"_a, "nodes"_a);
    m.def("count_candidates", &py_count_candidates, "variant"_a, "guesses"_a.noconvert(),
          "blacks"_a.noconvert(), "totals"_a.noconvert(), "nodes"_a);
    m.def("breed", &py_breed, "variant"_a, "mothers"_a.noconvert(), "fathers"_a.noconvert(), "rates"_a,
          "seed"_a);
    m.def("evolve", &py_evolve, "variant"_a, "guesses"_a.noconvert(), "blacks"_a.noconvert(),
          "totals"_a.noconvert(), "seed"_a, "population"_a, "generations"_a, "eligible"_a, "harvest"_a,
          "populations"_a, "patience"_a, "black_weight"_a, "rates"_a);
    m.def("walk_candidates", &py_walk_candidates, "variant"_a, "guesses"_a.noconvert(),
          "blacks"_a.noconvert(), "totals"_a.noconvert(), "count"_a, "steps"_a, "seed"_a, "few"_a = 0.0);
    m.def("climb", &py_climb, "variant"_a, "sample"_a.noconvert(), "complete"_a, "evaluations"_a, "seconds"_a,
          "seed"_a);
    m.def("class_representatives", &py_class_representatives, "variant"_a, "earlier"_a.noconvert());
    m.def("opening_sizes", &py_opening_sizes, "variant"_a, "guesses"_a.noconvert());
    m.def("distinct_codes", &py_distinct_codes, "variant"_a, "earlier"_a.noconvert(), "codes"_a.noconvert());
    nb::class_<Chooser>(m, "Chooser")
        .def(
            "__init__",
            [](Chooser* self, const VariantArg& variant, bool candidates_only) {
                if (!candidates_only) check_listable(to_variant(variant), kMostListed);
                new (self) Chooser(to_variant(variant), candidates_only);
            },
            "variant"_a, "candidates_only"_a)
        .def("choose", &py_choose, "rule"_a, "earlier"_a.noconvert(), "candidates"_a.noconvert(),
             "threads"_a = 0, "progress"_a = nb::none())
        .def("grow_tree", &py_grow_tree, "rule"_a, "earlier"_a.noconvert(), "candidates"_a.noconvert(),
             "first"_a.noconvert() = nb::none(), "threads"_a = 0, "progress"_a = nb::none());
    bind_exact(m);
    bind_batch(m);
}
