#include "items/language/engine_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string>

namespace loupe {

namespace {

/// For lupdate, which does not read the engine.
constexpr std::array<std::string_view, 19> engineWords{
    // titles of statistics, in analysis/statistics/statistic.h
    QT_TRANSLATE_NOOP("loupe::EngineWords", "Null"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "NaN"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "+Inf"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "−Inf"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "First NaN/Inf"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "Zero"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "Negative"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "Subnormal"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "Minimum"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "Maximum"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "Mean"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "Standard deviation"),
    // statuses of pairs, in reports/comparison_words.h
    QT_TRANSLATE_NOOP("loupe::EngineWords", "identical"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "changed"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "only in A"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "only in B"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "other shape"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "not compared"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "same values"),
};

} // namespace

QString engineWord(std::string_view english)
{
    return QCoreApplication::translate("loupe::EngineWords", std::string(english).c_str());
}

bool isEngineWord(std::string_view english)
{
    return std::ranges::find(engineWords, english) != engineWords.end();
}

} // namespace loupe
