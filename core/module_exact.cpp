// The Python binding of the exact search.
#include "binding.hpp"
#include "exact.hpp"

namespace keypeg {

using namespace nb::literals;

namespace {

int to_limit(int turns) {
    if (turns < 1 || turns > kNoLimit) throw nb::value_error("turns out of range");
    return turns;
}

int to_below(int total) {
    if (total < 0 || total > kNoTotal) throw nb::value_error("total out of range");
    return total;
}

std::uint16_t to_guess(const ExactTables& tables, const std::optional<BytesArg>& guess) {
    return guess ? tables.index_of(to_row(tables.variant, *guess)) : kNoGuess;
}

void make_memory(ExactMemory* self, const VariantArg& variant_arg, std::size_t bytes) {
    const Variant variant = to_variant(variant_arg);
    if (variant.pegs > kMostCompiledPegs) throw nb::value_error("too many pegs");
    check_listable(variant, kMostCodes);
    const nb::gil_scoped_release release;
    new (self) ExactMemory(variant, bytes);
}

void make_search(ExactSearch* self, std::shared_ptr<ExactMemory> memory, const CodesArg& earlier,
                 const CodesArg& candidates, unsigned ideas) {
    const Variant& variant = memory->tables.variant;
    const Codes guesses = to_codes(variant, earlier), set = to_codes(variant, candidates);
    if (set.count == 0) throw nb::value_error("no candidates");
    for (std::size_t i = 1; i < set.count; ++i)
        if (!std::lexicographical_compare(set[i - 1], set[i], set[i], set[i + 1]))
            throw nb::value_error("candidates must be in order, each once");
    const nb::gil_scoped_release release;
    new (self) ExactSearch(std::move(memory), guesses, set, ideas);
}

int least_total(ExactSearch& search, int limit, int below, int threads, const nb::object& progress) {
    return unlocked(progress, [&](const Watch& watch) {
        return search.least_total(to_limit(limit), to_below(below), threads, watch);
    });
}

int least_cost(ExactSearch& search, const CodesArg& guesses, int below, int threads,
               const nb::object& progress) {
    const ExactTables& tables = search.tables();
    const Codes codes = to_codes(tables.variant, guesses);
    std::vector<std::uint16_t> numbers;
    for (std::size_t i = 0; i < codes.count; ++i) numbers.push_back(tables.index_of(codes[i]));
    return unlocked(progress, [&](const Watch& watch) {
        return search.least_cost(numbers, to_below(below), threads, watch);
    });
}

bool fits(ExactSearch& search, int turns, int threads, const nb::object& progress) {
    return unlocked(progress,
                    [&](const Watch& watch) { return search.fits(to_limit(turns), threads, watch); });
}

auto tree(ExactSearch& search, int limit, bool by_turns, const std::optional<BytesArg>& first) {
    const std::uint16_t guess = to_guess(search.tables(), first);
    return to_arrays(search.tables().variant, unlocked(nb::none(), [&](const Watch& watch) {
                         return search.tree(to_limit(limit), by_turns, guess, watch);
                     }));
}

// Guesses and what each costs at least.
auto to_bounds(const ExactTables& tables, const std::vector<std::pair<std::uint16_t, int>>& bounds) {
    std::vector<Color> rows;
    std::vector<std::int32_t> values;
    for (const auto& [guess, bound] : bounds) {
        rows.insert(rows.end(), tables.codes[guess], tables.codes[guess] + tables.variant.pegs);
        values.push_back(bound);
    }
    return std::make_tuple(to_array(tables.variant, std::move(rows)),
                           to_array(std::move(values), bounds.size(), 1));
}

auto ranked(ExactSearch& search, int below, bool by_members) {
    std::vector<std::pair<std::uint16_t, int>> bounds;
    {
        const nb::gil_scoped_release release;
        for (const Ranked& one : search.ranked(below, by_members)) bounds.emplace_back(one.guess, one.bound);
    }
    return to_bounds(search.tables(), bounds);
}

int least_by_sizes(ExactSearch& search, int below) {
    const nb::gil_scoped_release release;
    return search.least_by_sizes(below);
}

auto costs(const ExactSearch& search) {
    return to_bounds(search.tables(), {search.costs().begin(), search.costs().end()});
}

auto cheapest(const ExactSearch& search) {
    std::vector<Color> rows;
    const ExactTables& tables = search.tables();
    if (const std::uint16_t guess = search.cheapest(); guess != kNoGuess)
        rows.assign(tables.codes[guess], tables.codes[guess] + tables.variant.pegs);
    return to_array(tables.variant, std::move(rows));
}

auto snapshot(const ExactSearch& search, std::size_t most) {
    std::vector<std::uint64_t> words = search.snapshot(most);
    const std::size_t pairs = words.size() / 2;
    return to_array(std::move(words), pairs, 2);
}

using Words = nb::ndarray<const std::uint64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

void restore(ExactSearch& search, const Words& words) {
    if (!search.restore(words.data(), words.shape(0)))
        throw nb::value_error("these words are of no search of this variant");
}

}  // namespace

void bind_exact(nb::module_& m) {
    m.attr("BUILD") = KEYPEG_BUILD;
    m.attr("EXACT_PEGS") = kMostCompiledPegs;
    m.attr("EXACT_CODES") = kMostCodes;
    m.attr("NO_LIMIT") = kNoLimit;
    m.attr("NO_TOTAL") = kNoTotal;
    nb::class_<ExactMemory>(m, "ExactMemory").def("__init__", &make_memory, "variant"_a, "size"_a);
    nb::class_<ExactSearch>(m, "ExactSearch")
        .def("__init__", &make_search, "memory"_a, "earlier"_a.noconvert(), "candidates"_a.noconvert(),
             "ideas"_a = kAllIdeas)
        .def("least_total", &least_total, "limit"_a = kNoLimit, "below"_a = kNoTotal, "threads"_a = 0,
             "progress"_a = nb::none())
        .def("least_cost", &least_cost, "guesses"_a.noconvert(), "below"_a = kNoTotal, "threads"_a = 0,
             "progress"_a = nb::none())
        .def("fits", &fits, "turns"_a, "threads"_a = 0, "progress"_a = nb::none())
        .def("tree", &tree, "limit"_a = kNoLimit, "by_turns"_a = false, "first"_a.noconvert() = nb::none())
        .def("ranked", &ranked, "below"_a = kNoTotal, "by_members"_a = false)
        .def("least_by_sizes", &least_by_sizes, "below"_a = kNoTotal)
        .def("costs", &costs)
        .def("cheapest", &cheapest)
        .def("snapshot", &snapshot, "most"_a)
        .def("restore", &restore, nb::arg("words").noconvert())
        .def_prop_ro("lower", &ExactSearch::lower)
        .def_prop_ro("upper", &ExactSearch::upper)
        .def_prop_ro("first_guesses", &ExactSearch::first_guesses)
        .def_prop_ro("first_guesses_done", &ExactSearch::first_guesses_done)
        .def_prop_ro("sets", [](const ExactSearch& search) { return search.counts().sets; })
        .def_prop_ro("guesses", [](const ExactSearch& search) { return search.counts().guesses; })
        .def_prop_ro("seconds", &ExactSearch::seconds)
        .def_prop_ro("memory", &ExactSearch::memory);
}

}  // namespace keypeg
