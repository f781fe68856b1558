#include "app/window/command/option_words.h"

#include "items/compare/comparison_model.h"
#include "items/tree/tensor_tree_model.h"

#include <array>
#include <span>

namespace loupe {

namespace {

struct PairTabWord {
    PairTab tab;
    const char* word;
};

constexpr std::array<PairTabWord, 7> pairTabs{{
    {PairTab::Layers, "layers"},
    {PairTab::Figures, "summary"},
    {PairTab::Histogram, "histogram"},
    {PairTab::HeatMap, "heat-map"},
    {PairTab::Values, "values"},
    {PairTab::Spectrum, "spectrum"},
    {PairTab::MetadataDifferences, "metadata"},
}};

struct RunFigureWord {
    RunFigure figure;
    const char* word;
};

constexpr std::array<RunFigureWord, allRunFigures.size()> runFigures{{
    {RunFigure::Norm, "norm"},
    {RunFigure::Mean, "mean"},
    {RunFigure::Largest, "largest"},
    {RunFigure::Nonfinite, "nan"},
    {RunFigure::Change, "change"},
}};

struct TreeFormWord {
    TreeForm form;
    const char* word;
};

constexpr std::array<TreeFormWord, 4> treeForms{{
    {TreeForm::Full, "full"},
    {TreeForm::Compact, "compact"},
    {TreeForm::Families, "families"},
    {TreeForm::Flat, "flat"},
}};

struct SortWord {
    int column;
    const char* word;
    const char* listKey; ///< key in `tloupe info` and `scan`, or `diff`; empty if none
};

constexpr std::array<SortWord, TensorTreeModel::ColumnCount> tensorSortWords{{
    {TensorTreeModel::Name, "name", "name"},
    {TensorTreeModel::DType, "dtype", ""},
    {TensorTreeModel::Shape, "shape", ""},
    {TensorTreeModel::Parameters, "params", "params"},
    {TensorTreeModel::Size, "size", "size"},
    {TensorTreeModel::Offset, "offset", "offset"},
    {TensorTreeModel::Share, "share", "size"},
    {TensorTreeModel::Health, "health", ""},
    {TensorTreeModel::Shard, "shard", "offset"},
    {TensorTreeModel::Distribution, "distribution", ""},
}};

constexpr std::array<SortWord, ComparisonModel::ColumnCount> pairSortWords{{
    {ComparisonModel::Name, "name", "name"},
    {ComparisonModel::Status, "status", ""},
    {ComparisonModel::DType, "dtype", ""},
    {ComparisonModel::Shape, "shape", ""},
    {ComparisonModel::Differing, "differing", "differing"},
    {ComparisonModel::Maximum, "max_abs", "max_abs"},
    {ComparisonModel::RelativeL2, "relative_l2", "relative_l2"},
    {ComparisonModel::Cosine, "cosine", "cosine"},
    {ComparisonModel::Mean, "mean_abs", "mean_abs"},
    {ComparisonModel::Rms, "rms", "rms"},
    {ComparisonModel::Ulp, "max_ulp", "max_ulp"},
    {ComparisonModel::FirstDifference, "first_difference", "first_difference"},
    {ComparisonModel::Nonfinite, "nonfinite", ""},
    {ComparisonModel::SignalToNoise, "snr_db", "snr_db"},
    {ComparisonModel::BitsPerWeight, "bits", "bits"},
}};

/// Checks that each enumerator is the index of its row.
template <typename Row, std::size_t count, typename Field>
constexpr bool areInOrder(const std::array<Row, count>& rows, Field Row::*field)
{
    for (std::size_t i = 0; i < count; ++i) {
        if (static_cast<std::size_t>(rows[i].*field) != i)
            return false;
    }
    return true;
}
static_assert(areInOrder(pairTabs, &PairTabWord::tab));
static_assert(areInOrder(runFigures, &RunFigureWord::figure));
static_assert(areInOrder(treeForms, &TreeFormWord::form));
static_assert(areInOrder(tensorSortWords, &SortWord::column));
static_assert(areInOrder(pairSortWords, &SortWord::column));

std::span<const SortWord> sortWords(bool compares)
{
    return compares ? std::span<const SortWord>(pairSortWords) : std::span<const SortWord>(tensorSortWords);
}

QString directed(const char* word, bool descending)
{
    return descending ? u'-' + QLatin1String(word) : QString(QLatin1String(word));
}

} // namespace

QString listedWords(const QStringList& words)
{
    return words.mid(0, words.size() - 1).join(QStringLiteral(", ")) + QStringLiteral(" or ") + words.last();
}

QStringList detailsTabWords()
{
    QStringList words;
    for (const DetailsPageKind& kind : detailsPageKinds())
        words << QLatin1String(kind.name);
    return words;
}

std::optional<DetailsTab> detailsTabOf(const QString& word)
{
    for (const DetailsPageKind& kind : detailsPageKinds()) {
        if (word == QLatin1String(kind.name))
            return kind.tab;
    }
    return std::nullopt;
}

QString wordOf(DetailsTab tab)
{
    return QLatin1String(detailsPageKinds()[static_cast<std::size_t>(tab)].name);
}

QStringList pairTabWords()
{
    QStringList words;
    for (const PairTabWord& one : pairTabs)
        words << QLatin1String(one.word);
    return words;
}

std::optional<PairTab> pairTabOf(const QString& word)
{
    if (word == QLatin1String("figures")) // the name of older versions, which scripts may hold
        return PairTab::Figures;
    const auto index = pairTabWords().indexOf(word);
    return index < 0 ? std::nullopt : std::optional(PairTab(index));
}

QString wordOf(PairTab tab)
{
    return QLatin1String(pairTabs[static_cast<std::size_t>(tab)].word);
}

QStringList runFigureWords()
{
    QStringList words;
    for (const RunFigureWord& one : runFigures)
        words << QLatin1String(one.word);
    return words;
}

std::optional<RunFigure> runFigureOf(const QString& word)
{
    const auto index = runFigureWords().indexOf(word);
    return index < 0 ? std::nullopt : std::optional(runFigures[static_cast<std::size_t>(index)].figure);
}

QString wordOf(RunFigure figure)
{
    return QLatin1String(runFigures[static_cast<std::size_t>(figure)].word);
}

QStringList treeFormWords(bool compares)
{
    QStringList words;
    for (const TreeFormWord& one : treeForms) {
        if (!compares || one.form != TreeForm::Families)
            words << QLatin1String(one.word);
    }
    return words;
}

std::optional<TreeForm> treeFormOf(const QString& word)
{
    for (const TreeFormWord& one : treeForms) {
        if (word == QLatin1String(one.word))
            return one.form;
    }
    return std::nullopt;
}

QString wordOf(TreeForm form)
{
    return QLatin1String(treeForms[static_cast<std::size_t>(form)].word);
}

QStringList columnWords(bool compares)
{
    QStringList words;
    for (const SortWord& one : sortWords(compares))
        words << QLatin1String(one.word);
    return words;
}

std::optional<RowSorting> rowSortingOf(const QString& text, bool compares)
{
    const bool descending = text.startsWith(u'-');
    const auto column = columnWords(compares).indexOf(descending ? text.mid(1) : text);
    return column < 0 ? std::nullopt : std::optional(RowSorting{int(column), descending});
}

QString wordOf(const RowSorting& sorting, bool compares)
{
    return directed(sortWords(compares)[static_cast<std::size_t>(sorting.column)].word, sorting.descending);
}

QString toolWordOf(const RowSorting& sorting, Verb verb)
{
    const bool compares = verb == Verb::Diff;
    if (verb == Verb::Scan && sorting.column == TensorTreeModel::Health)
        return directed("sigmas", sorting.descending);
    const char* const key = sortWords(compares)[static_cast<std::size_t>(sorting.column)].listKey;
    return *key == '\0' ? QString() : directed(key, sorting.descending);
}

} // namespace loupe
