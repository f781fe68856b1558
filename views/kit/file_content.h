#pragma once

#include "items/writing/file_saver.h"

#include <QImage>

#include <utility>

namespace loupe {

/// Writes the picture as PNG, for a FileSaver: encoding is too slow for the UI thread.
inline ContentWriter pngContent(const QImage& picture)
{
    return [picture](QFileDevice& file, const Work&) { return picture.save(&file, "PNG"); };
}

/// Writes the UTF-8 text that `make` returns as a std::string or a QByteArray. `make` is called on the thread that
/// writes the file.
template <typename Make>
ContentWriter textContent(Make make)
{
    return [make = std::move(make)](QFileDevice& file, const Work& work) {
        const auto text = make(work);
        return !work.stopped() && file.write(text.data(), qint64(text.size())) == qint64(text.size());
    };
}

} // namespace loupe
