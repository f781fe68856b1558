#pragma once

#include "items/session/left_out.h"

#include <QDialog>

namespace loupe {

/// Lists everything that is omitted, as text that can be selected and copied. Show it with open(); it deletes itself.
class LeftOutDialog : public QDialog {
    Q_OBJECT

public:
    explicit LeftOutDialog(const LeftOut& left, QWidget* parent);
};

} // namespace loupe
