#include "items/language/engine_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string>

namespace loupe {

namespace {

/// Lists the words for lupdate, which does not read the engine.
constexpr auto engineWords = std::to_array<std::string_view>({
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
    // kinds of models, in insight/families/family_table.cpp
    QT_TRANSLATE_NOOP("loupe::EngineWords", "language model"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "state-space language model"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "text encoder"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "text encoder-decoder"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "speech model"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "text and image model"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "vision model"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "image generator"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "video generator"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "image autoencoder"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "image generator control"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "adapter"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "token embeddings"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "training state"),
    // additional content of a checkpoint, in insight/families/family_table.cpp
    QT_TRANSLATE_NOOP("loupe::EngineWords", "VAE"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "vision encoder"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "multimodal projector"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "audio encoder"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "audio projector"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "layers for multi-token prediction"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "EMA weights"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "optimizer state"),
    // why the size of a cache is not known, in insight/memory.cpp
    QT_TRANSLATE_NOOP("loupe::EngineWords", "the context length is unknown"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "the number of layers is unknown"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "the number of decoder layers is unknown"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "the number and size of the heads are unknown: config.json states them"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "the family of the model is unknown, and so is the cache of its layers"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "only decoders with attention have a KV cache"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "a model of this class writes no text and has no KV cache"),
    // descriptions of dtypes, in core/dtypes.inc
    QT_TRANSLATE_NOOP("loupe::EngineWords", "boolean, one byte"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "4-bit float E2M1 (OCP MX), two in a byte"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "6-bit float E2M3 (OCP MX)"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "6-bit float E3M2 (OCP MX)"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "unsigned 8-bit integer"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "signed 8-bit integer"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "8-bit float E5M2"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "8-bit float E4M3 without infinities"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "8-bit power of two (OCP MX scale)"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "8-bit float E4M3, one NaN, no -0"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "8-bit float E5M2, one NaN, no -0"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "signed 16-bit integer"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "unsigned 16-bit integer"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "IEEE half precision"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "bfloat16"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "signed 32-bit integer"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "unsigned 32-bit integer"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "IEEE single precision"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "complex of two F32"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "IEEE double precision"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "signed 64-bit integer"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "unsigned 64-bit integer"),
    QT_TRANSLATE_NOOP("loupe::EngineWords", "of a type whose values this program does not read, shown as bytes"),
});

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
