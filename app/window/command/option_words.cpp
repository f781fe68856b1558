#include "app/window/command/option_words.h"

#include "items/compare/comparison_model.h"
#include "items/tree/tensor_tree_model.h"

#include <array>
#include <span>

namespace loupe {

namespace {

/// In the order of PairTab.
constexpr std::array pairTabs{"layers", "figures", "histogram", "heat-map", "values", "metadata"};

struct SortWord {
    const char* word;
    const char* toolKey; ///< of tloupe; empty where it has none
};

constexpr std::array<SortWord, TensorTreeModel::ColumnCount> tensorSortWords{{
    {"name", "name"},
    {"dtype", ""},
    {"shape", ""},
    {"params", "params"},
    {"size", "size"},
    {"offset", "offset"},
    {"share", "size"},
    {"health", ""},
    {"shard", "offset"},
    {"distribution", ""},
}};

constexpr std::array<SortWord, ComparisonModel::ColumnCount> pairSortWords{{
    {"name", "name"},
    {"status", ""},
    {"dtype", ""},
    {"shape", ""},
    {"differing", "differing"},
    {"max_abs", "max_abs"},
    {"relative_l2", "relative_l2"},
    {"cosine", "cosine"},
    {"mean_abs", "mean_abs"},
    {"rms", "rms"},
    {"max_ulp", "max_ulp"},
    {"first_difference", "first_difference"},
    {"nonfinite", ""},
    {"snr_db", "snr_db"},
    {"bits", "bits"},
}};

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
    for (const char* const word : pairTabs)
        words << QLatin1String(word);
    return words;
}

std::optional<PairTab> pairTabOf(const QString& word)
{
    const auto index = pairTabWords().indexOf(word);
    return index < 0 ? std::nullopt : std::optional(PairTab(index));
}

QString wordOf(PairTab tab)
{
    return QLatin1String(pairTabs[static_cast<std::size_t>(tab)]);
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

QString toolWordOf(const RowSorting& sorting, bool compares)
{
    const char* const key = sortWords(compares)[static_cast<std::size_t>(sorting.column)].toolKey;
    return *key == '\0' ? QString() : directed(key, sorting.descending);
}

} // namespace loupe
