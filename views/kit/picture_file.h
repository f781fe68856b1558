#pragma once

#include "items/writing/file_saver.h"

#include <QImage>

namespace loupe {

/// The picture as PNG, for a FileSaver: encoding takes longer than the UI thread has.
inline ContentWriter pngContent(const QImage& picture)
{
    return [picture](QFileDevice& file, const Work&) { return picture.save(&file, "PNG"); };
}

} // namespace loupe
