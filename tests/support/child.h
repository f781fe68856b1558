#pragma once

#include <QObject>
#include <QString>

#include <stdexcept>
#include <string>

namespace loupe::test {

/// The child of a window or dialog with this type, and with this objectName() if several children have the type. Throws
/// if there is none, which fails the test.
template <typename T>
T& child(const QObject& parent, const QString& name = {})
{
    if (auto* const found = parent.findChild<T*>(name))
        return *found;
    throw std::logic_error(
        std::string("no ") + T::staticMetaObject.className() + " called \"" + name.toStdString() + '"');
}

/// The visible child of this type; null if there is none.
template <typename Widget>
Widget* shownChild(const QObject& parent)
{
    for (auto* const child : parent.findChildren<Widget*>()) {
        if (child->isVisible())
            return child;
    }
    return nullptr;
}

} // namespace loupe::test
