#pragma once

#include "core/text/short_name.h"
#include "items/language/named_sentence.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <span>

class QFontMetrics;

namespace loupe {

/// A tensor's name, shortened to `width` pixels by whole parts: "…layers.17…q_proj.weight". Numbers and the role stay
/// longest; where whole parts are not enough, words give up their middle. No other name of the list reads the same,
/// unless there is room for a few letters only.
QString elidedPath(const QString& path, const QFontMetrics& metrics, int width, const ListedName& listed = {});

/// All names of a list, each shortened only as far as its own room asks for. `widths`: in pixels, one for each name.
QStringList elidedPaths(const QStringList& paths, const QFontMetrics& metrics, std::span<const int> widths);

/// A sentence with shortened names, as elidedPath() does it. `names`: of tensors in the sentence, in their order. Each
/// gets an equal part of the room that the rest leaves, but never less than tells tensors apart.
QString withShortNames(const QString& sentence, const QStringList& names, const QFontMetrics& metrics, int width,
    const std::shared_ptr<const NamePatterns>& list = {});

/// The same for text that wraps: names are shortened only as far as a few lines of `width` pixels ask for. Where that
/// is not enough, the brief sentence is taken.
QString wrappedWithShortNames(const NamedSentence& sentence, const QFontMetrics& metrics, int width, int lines);

/// The names in a sentence that these may shorten, in their order: `tensor`, which may be empty, and long words in
/// quotes, such as the names of files.
QStringList longNamesIn(const QString& sentence, const QString& tensor);

} // namespace loupe
