#pragma once

#include <QString>
#include <QWidget>

#include <utility>
#include <vector>

class QToolButton;

namespace loupe {

/// A row of buttons, of which exactly one is checked.
class ChoiceSwitch : public QWidget {
    Q_OBJECT

public:
    /// `choices`: text and tooltip of each, at least one. The first one is initially chosen.
    explicit ChoiceSwitch(const std::vector<std::pair<QString, QString>>& choices, QWidget* parent = nullptr);

    std::size_t current() const;
    void setCurrent(std::size_t choice);
    const std::vector<QToolButton*>& buttons() const { return m_buttons; }

signals:
    /// Also emitted if the current choice is chosen again.
    void changed();

private:
    std::vector<QToolButton*> m_buttons;
};

} // namespace loupe
