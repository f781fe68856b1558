#include "analysis/filter/filter_keys.h"

#include "core/text/edit_distance.h"

#include <algorithm>
#include <array>

// For lupdate; this layer does not use Qt.
#define QT_TRANSLATE_NOOP(context, text) text

namespace loupe {

namespace {

using Asks = Filter::Asks;

constexpr std::array allFilterKeys{
    FilterKey{"dtype", QT_TRANSLATE_NOOP("loupe::FilterKey", "type of the elements"), Asks::Structure, "bf16 f8*"},
    FilterKey{"quant", QT_TRANSLATE_NOOP("loupe::FilterKey", "scheme of a quantized tensor"), Asks::Structure,
        "nvfp4 mxfp4 gptq* q4_k*"},
    FilterKey{"shape", QT_TRANSLATE_NOOP("loupe::FilterKey", "dimensions"), Asks::Structure, "4096x*"},
    FilterKey{
        "layer", QT_TRANSLATE_NOOP("loupe::FilterKey", "number of the layer or block"), Asks::Structure, "3-7 >=20"},
    FilterKey{"rank", QT_TRANSLATE_NOOP("loupe::FilterKey", "number of dimensions"), Asks::Structure, "2"},
    FilterKey{"size", QT_TRANSLATE_NOOP("loupe::FilterKey", "bytes in the file"), Asks::Structure, ">1MB >100MB >1GB"},
    FilterKey{"params", QT_TRANSLATE_NOOP("loupe::FilterKey", "number of elements"), Asks::Structure, ">=1e6 >1B"},
    FilterKey{"shard", QT_TRANSLATE_NOOP("loupe::FilterKey", "number of the file"), Asks::Structure, "1"},
    FilterKey{"nan", QT_TRANSLATE_NOOP("loupe::FilterKey", "number or share of NaN"), Asks::Values, ">0 >1%"},
    FilterKey{"inf", QT_TRANSLATE_NOOP("loupe::FilterKey", "number or share of infinities"), Asks::Values, ">0 >1%"},
    FilterKey{"zero", QT_TRANSLATE_NOOP("loupe::FilterKey", "number or share of zeros"), Asks::Values, ">50% >0"},
    FilterKey{"subnormal", QT_TRANSLATE_NOOP("loupe::FilterKey", "number or share of subnormal elements"), Asks::Values,
        ">10% >0"},
    FilterKey{"sigma",
        QT_TRANSLATE_NOOP("loupe::FilterKey", "standard deviations of the farthest element from the mean"),
        Asks::Values, ">30 >1000"},
    FilterKey{
        "constant", QT_TRANSLATE_NOOP("loupe::FilterKey", "whether all elements are equal"), Asks::Values, "yes no"},
    FilterKey{"duplicate", QT_TRANSLATE_NOOP("loupe::FilterKey", "whether an earlier tensor has the same bytes"),
        Asks::Values, "yes no", true},
    FilterKey{"warning", QT_TRANSLATE_NOOP("loupe::FilterKey", "whether the scan has a warning about it"), Asks::Values,
        "yes no"},
    FilterKey{"status", QT_TRANSLATE_NOOP("loupe::FilterKey", "result of the comparison"), Asks::Status, "changed"},
    FilterKey{"maxabs", QT_TRANSLATE_NOOP("loupe::FilterKey", "largest absolute difference"), Asks::Figures, ">1e-3"},
    FilterKey{
        "rell2", QT_TRANSLATE_NOOP("loupe::FilterKey", "relative L2 norm of the difference"), Asks::Figures, ">0.01"},
};

/// Names that other programs use.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> otherNames{
    {{"block", "layer"}, {"blocks", "layer"}, {"type", "dtype"}, {"dims", "rank"}, {"ndim", "rank"}, {"bytes", "size"},
        {"numel", "params"}, {"elements", "params"}, {"file", "shard"}}};

} // namespace

bool FilterKey::isFor(FilterSubject subject) const
{
    switch (subject) {
    case FilterSubject::Tensors:
        return asks <= Asks::Values;
    case FilterSubject::Pairs:
        return asks != Asks::Values;
    case FilterSubject::PairsWithValues:
        break;
    }
    return !comparesTensors;
}

std::span<const FilterKey> filterKeys()
{
    return allFilterKeys;
}

const FilterKey* findFilterKey(std::string_view name)
{
    const auto* const found = std::ranges::find(allFilterKeys, name, &FilterKey::name);
    return found == allFilterKeys.end() ? nullptr : found;
}

std::string listFilterKeys(FilterSubject subject)
{
    std::vector<std::string_view> names;
    for (const FilterKey& key : allFilterKeys) {
        if (key.isFor(subject))
            names.push_back(key.name);
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0)
            text += i + 1 == names.size() ? " and " : ", ";
        text += names[i];
    }
    return text;
}

const FilterKey* similarFilterKey(std::string_view name, FilterSubject subject)
{
    constexpr std::size_t mostChanged = 2;
    constexpr std::size_t longest = 16;
    if (name.size() > longest)
        return nullptr;
    for (const auto& [other, key] : otherNames) {
        if (other == name)
            return findFilterKey(key);
    }
    const FilterKey* best = nullptr;
    std::size_t bestDistance = mostChanged + 1;
    for (const FilterKey& key : allFilterKeys) {
        const std::size_t distance = editDistance(name, key.name);
        // If most letters differ, it is a different word.
        if (key.isFor(subject) && distance < bestDistance && distance * 2 < key.name.size()) {
            best = &key;
            bestDistance = distance;
        }
    }
    return best;
}

} // namespace loupe

#undef QT_TRANSLATE_NOOP
