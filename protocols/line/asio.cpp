// The code of Boost.Asio, which its headers only declare (BOOST_ASIO_SEPARATE_COMPILATION).

#include "boost/asio/impl/src.hpp"
