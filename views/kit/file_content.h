#pragma once

#include "items/writing/file_saver.h"

#include <QImage>

#include <utility>

namespace loupe {

/// The picture as PNG, for a FileSaver: encoding takes longer than the UI thread has.
inline ContentWriter pngContent(const QImage& picture)
{
    return [picture](QFileDevice& file, const Work&) { return picture.save(&file, "PNG"); };
}

/// The text that `make` returns, in UTF-8, as a std::string or a QByteArray; made on the thread that writes the file.
template <typename Make>
ContentWriter textContent(Make make)
{
    return [make = std::move(make)](QFileDevice& file, const Work& work) {
        const auto text = make(work);
        return !work.stopped() && file.write(text.data(), qint64(text.size())) == qint64(text.size());
    };
}

} // namespace loupe
