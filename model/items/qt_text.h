#pragma once

#include <QFile>
#include <QString>
#include <filesystem>
#include <string_view>

namespace loupe {

/// UTF-8 as QString; invalid bytes become U+FFFD.
inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

inline QString toQString(const std::filesystem::path& path)
{
    return QFile::decodeName(QByteArray::fromStdString(path.native()));
}

inline std::filesystem::path toPath(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

} // namespace loupe
