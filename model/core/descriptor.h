#pragma once

#include <unistd.h>

namespace loupe {

/// Owns a file descriptor and closes it when destroyed. A negative number means none.
class Descriptor {
public:
    explicit Descriptor(int number = -1)
        : m_number(number)
    {
    }
    ~Descriptor() { reset(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return m_number; }
    /// Closes the current descriptor and takes ownership of `number`.
    void reset(int number = -1)
    {
        if (m_number >= 0)
            ::close(m_number);
        m_number = number;
    }

private:
    int m_number;
};

} // namespace loupe
