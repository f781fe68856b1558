#pragma once

#include "core/text/text.h"

#include <QFile>
#include <QString>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace loupe {

/// UTF-8 to QString; invalid bytes become U+FFFD.
inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// "1,234,567".
inline QString groupedCount(std::uint64_t number)
{
    return toQString(formatCount(number));
}

/// As toQString(), but limited to `limit` bytes. Keeps both ends of longer texts, since names differ at their ends.
inline QString shortQString(std::string_view text, std::size_t limit)
{
    if (text.size() <= limit)
        return toQString(text);
    const auto continuesCharacter = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
    };
    std::size_t begin = limit / 2;
    std::size_t end = text.size() - limit / 2;
    for (int step = 0; step < 3 && continuesCharacter(begin); ++step)
        --begin;
    for (int step = 0; step < 3 && continuesCharacter(end); ++step)
        ++end;
    return toQString(text.substr(0, begin)) + u'…' + toQString(text.substr(end));
}

/// A template, so that texts are not implicitly converted to paths.
template <std::same_as<std::filesystem::path> Path>
QString toQString(const Path& path)
{
    return QFile::decodeName(QByteArray::fromStdString(path.native()));
}

inline std::filesystem::path toPath(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

} // namespace loupe
