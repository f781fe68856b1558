#pragma once

#include <QFile>
#include <QString>
#include <concepts>
#include <filesystem>
#include <string_view>

namespace loupe {

/// UTF-8 as QString; invalid bytes become U+FFFD.
inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A template, so that no text is taken for a path.
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
