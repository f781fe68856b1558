#pragma once

#include "core/text/short_name.h"
#include "items/language/named_sentence.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <span>

class QFontMetrics;

namespace loupe {

/// A tensor's name, shortened to `width` pixels by removing whole parts: "…layers.17…q_proj.weight". Numbers and the
/// role are kept longest. If that is not enough, words lose their middle. The result differs from that of every other
/// name in the list, unless there is room for only a few letters.
QString elidedPath(const QString& path, const QFontMetrics& metrics, int width, const ListedName& listed = {});

/// All names of a list, each shortened only as much as its own width requires. `widths`: in pixels, one per name.
QStringList elidedPaths(const QStringList& paths, const QFontMetrics& metrics, std::span<const int> widths);

/// A sentence with names shortened as by elidedPath(). `names`: tensor names in the sentence, in order of appearance.
/// Each gets an equal share of the room that the rest leaves, but never less than it takes to distinguish tensors.
QString withShortNames(const QString& sentence, const QStringList& names, const QFontMetrics& metrics, int width,
    const std::shared_ptr<const NamePatterns>& list = {});

/// As above, for text that wraps: names are shortened only as much as needed to fit `lines` lines of `width` pixels. If
/// that is not enough, the brief sentence is used.
QString wrappedWithShortNames(const NamedSentence& sentence, const QFontMetrics& metrics, int width, int lines);

/// The names in a sentence that the functions above may shorten, in order of appearance: `tensor`, which may be empty,
/// and long quoted words, such as file names.
QStringList longNamesIn(const QString& sentence, const QString& tensor);

} // namespace loupe
