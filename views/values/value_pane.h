#pragma once

#include "views/kit/plain_edit.h"

namespace loupe {

/// A text from a file in full, as far as can be laid out at once: lines stay lines, all else that could fool a reader
/// is spelled out.
class ValuePane : public PlainEdit {
    Q_OBJECT

public:
    /// `name` for assistive technology.
    explicit ValuePane(const QString& name, QWidget* parent = nullptr);

    void setValue(const QString& whole);
};

} // namespace loupe
